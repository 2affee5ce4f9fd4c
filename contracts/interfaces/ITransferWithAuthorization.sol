// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.26;

/// @notice The part of EIP-3009 that lets anyone submit a transfer to the account that the payer named.
interface ITransferWithAuthorization {
    function transferWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external;
}
