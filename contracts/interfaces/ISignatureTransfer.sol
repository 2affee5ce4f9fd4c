// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

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
    /// @param permit The permit as the owner signed it.
    /// @param transferDetails Who receives how much of it.
    /// @param owner The account that signed.
    /// @param signature The signature, by a key or as the owner's contract validates it (ERC-1271).
    function permitTransferFrom(
        PermitTransferFrom calldata permit,
        SignatureTransferDetails calldata transferDetails,
        address owner,
        bytes calldata signature
    ) external;
}
