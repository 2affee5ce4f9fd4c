// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.26;

/// @notice The cheat codes of Foundry that these tests use.
interface Vm {
    function addr(uint256 privateKey) external pure returns (address);
    function assume(bool condition) external pure;
    function chainId(uint256 newChainId) external;
    function deal(address account, uint256 balance) external;
    function etch(address target, bytes calldata code) external;
    function expectPartialRevert(bytes4 selector) external;
    function parseBytes(string calldata value) external pure returns (bytes memory);
    function parseJsonBytes(string calldata json, string calldata key) external pure returns (bytes memory);
    function prank(address sender) external;
    function readFile(string calldata path) external view returns (string memory);
    function sign(uint256 privateKey, bytes32 digest) external pure returns (uint8 v, bytes32 r, bytes32 s);
    function warp(uint256 timestamp) external;
    function recordLogs() external;
    struct Log {
        bytes32[] topics;
        bytes data;
        address emitter;
    }
    function getRecordedLogs() external returns (Log[] memory);
}
