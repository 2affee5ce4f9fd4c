// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

/// @title IReceiveWithAuthorization
/// @notice The part of EIP-3009 that only the payee can submit, in both signature forms.
interface IReceiveWithAuthorization {
    /// @notice Transfers tokens with the signature of a key.
    function receiveWithAuthorization(
        address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce,
        uint8 v, bytes32 r, bytes32 s
    ) external;

    /// @notice Transfers tokens with a signature in bytes (FiatToken 2.2).
    function receiveWithAuthorization(
        address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce,
        bytes calldata signature
    ) external;
}
