// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.26;

import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";
import {Address} from "@openzeppelin/contracts/utils/Address.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";

/// @title A contract wallet with one owner: accepts the owner's signatures (ERC-1271) and executes the owner's calls.
contract SmartWallet is IERC1271 {
    address public immutable owner;

    error NotOwner(address caller);

    constructor(address owner_) {
        owner = owner_;
    }

    receive() external payable {}

    function execute(address target, uint256 value, bytes calldata data) external payable returns (bytes memory) {
        require(msg.sender == owner, NotOwner(msg.sender));
        return Address.functionCallWithValue(target, data, value);
    }

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        (address signer, ECDSA.RecoverError fault, ) = ECDSA.tryRecover(hash, signature);
        bool isOwners = fault == ECDSA.RecoverError.NoError && signer == owner;
        return isOwners ? IERC1271.isValidSignature.selector : bytes4(0xffffffff);
    }
}
