// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

/// @title IReceiveWithAuthorization
/// @notice The part of EIP-3009 that only the payee can submit, in both signature forms.
interface IReceiveWithAuthorization {
    /// @notice Transfers tokens with the signature of a key.
    /// @param from The payer.
    /// @param to The payee, the only account that may call this.
    /// @param value Smallest units.
    /// @param validAfter Unix seconds; valid after this time.
    /// @param validBefore Unix seconds; valid before this time.
    /// @param nonce Works once for each payer.
    /// @param v The signature's recovery id, 27 or 28.
    /// @param r The signature's r.
    /// @param s The signature's s.
    function receiveWithAuthorization(
        address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce,
        uint8 v, bytes32 r, bytes32 s
    ) external;

    /// @notice Transfers tokens with a signature in bytes (FiatToken 2.2).
    /// @param from The payer.
    /// @param to The payee, the only account that may call this.
    /// @param value Smallest units.
    /// @param validAfter Unix seconds; valid after this time.
    /// @param validBefore Unix seconds; valid before this time.
    /// @param nonce Works once for each payer.
    /// @param signature The signature, as the payer's wallet validates it.
    function receiveWithAuthorization(
        address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce,
        bytes calldata signature
    ) external;
}
