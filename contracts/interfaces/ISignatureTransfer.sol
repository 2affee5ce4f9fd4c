// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// @title ISignatureTransfer
/// @notice The part of Permit2 that the router calls.
interface ISignatureTransfer {
    struct TokenPermissions {
        address token;
        uint256 amount;
    }
    struct PermitTransferFrom {
        TokenPermissions permitted;
        uint256 nonce;
        uint256 deadline;
    }
    struct SignatureTransferDetails {
        address to;
        uint256 requestedAmount;
    }
    /// @notice Transfers tokens with a signed permit; only its spender can submit it.
    function permitTransferFrom(
        PermitTransferFrom calldata permit,
        SignatureTransferDetails calldata transferDetails,
        address owner,
        bytes calldata signature
    ) external;
}
