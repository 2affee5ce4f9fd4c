// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts/utils/ReentrancyGuard.sol";
import {IReceiveWithAuthorization} from "./interfaces/IReceiveWithAuthorization.sol";
import {ISignatureTransfer} from "./interfaces/ISignatureTransfer.sol";

/// @title PaymentRouter
/// @notice Pulls a buyer's tokens and forwards them to the merchant and the fee recipient in one transaction.
/// @dev Immutable: no owner, no upgrade, no arbitrary calls, no native coin. The nonce that the buyer signs is the hash of
/// the whole payment, so a call with any other field, method, contract or chain doesn't match the signature. The router's
/// own token balance is the same before and after every call.
contract PaymentRouter is ReentrancyGuard {
    using SafeERC20 for IERC20;

    /// @notice A payment as the buyer has signed it.
    /// @param id Random and unique for every offered option; reveals nothing.
    /// @param payer The buyer's account.
    /// @param token The token's contract.
    /// @param amount Smallest units that the payer gives, exactly.
    /// @param recipient Receives `amount - fee`: the merchant's destination, or the treasury.
    /// @param fee Part of `amount` for the fee recipient.
    /// @param feeRecipient Receives `fee`; may be anything where `fee` is zero.
    /// @param submitter The only account that may execute this payment.
    /// @param validBefore Unix seconds; the payment can't be executed at or after this time.
    struct Payment {
        bytes32 id;
        address payer;
        address token;
        uint256 amount;
        address recipient;
        uint256 fee;
        address feeRecipient;
        address submitter;
        uint256 validBefore;
    }

    /// @notice How the payer has authorized the transfer; part of the commitment.
    enum Method {
        Eip3009,
        Permit2
    }

    /// @notice A payment was executed.
    /// @param commitment The hash of the payment, as {commitmentOf} returns it.
    /// @param submitter The account that executed it.
    /// @param payer The buyer's account.
    /// @param id The payment's id.
    /// @param recipient Received `amount - fee`.
    /// @param token The token's contract.
    /// @param amount Smallest units that the payer gave.
    /// @param fee Part of `amount` that the fee recipient received.
    /// @param feeRecipient Received `fee`.
    event PaymentCollected(
        bytes32 indexed commitment,
        address indexed submitter,
        address indexed payer,
        bytes32 id,
        address recipient,
        address token,
        uint256 amount,
        uint256 fee,
        address feeRecipient
    );

    /// @notice Only the payment's submitter may execute it.
    error NotSubmitter(address caller, address submitter);
    /// @notice The payment's time has passed.
    error Expired(uint256 validBefore);
    /// @notice The fee exceeds the amount.
    error FeeExceedsAmount(uint256 fee, uint256 amount);
    /// @notice A payment of nothing.
    error ZeroAmount();
    /// @notice The recipient or the paid fee recipient is zero, this contract or the token.
    error InvalidRecipient(address recipient);
    /// @notice The token delivered another amount than the payer signed.
    error WrongAmountReceived(uint256 received, uint256 amount);
    /// @notice The token took another amount from this contract than was sent.
    error BalanceChanged(uint256 before, uint256 afterwards);

    /// @notice Uniswap's Permit2, at the same address on every chain.
    ISignatureTransfer public constant PERMIT2 = ISignatureTransfer(0x000000000022D473030F116dDEE9F6B43aC78BA3);

    /// @notice Executes a payment with an EIP-3009 authorization of a key.
    /// @param payment The payment; its commitment is the authorization's nonce.
    /// @param v The signature's recovery id, 27 or 28.
    /// @param r The signature's r.
    /// @param s The signature's s.
    function collectWithAuthorization(Payment calldata payment, uint8 v, bytes32 r, bytes32 s) external nonReentrant {
        (bytes32 commitment, uint256 balance) = _begin(payment, Method.Eip3009);
        IReceiveWithAuthorization(payment.token).receiveWithAuthorization(
            payment.payer, address(this), payment.amount, 0, payment.validBefore, commitment, v, r, s
        );
        _forward(payment, commitment, balance);
    }

    /// @notice Executes a payment with an EIP-3009 authorization in bytes, as contract wallets sign (ERC-1271).
    /// @param payment The payment; its commitment is the authorization's nonce.
    /// @param signature The signature, in the form that the payer's wallet validates.
    function collectWithAuthorization(Payment calldata payment, bytes calldata signature) external nonReentrant {
        (bytes32 commitment, uint256 balance) = _begin(payment, Method.Eip3009);
        IReceiveWithAuthorization(payment.token).receiveWithAuthorization(
            payment.payer, address(this), payment.amount, 0, payment.validBefore, commitment, signature
        );
        _forward(payment, commitment, balance);
    }

    /// @notice Executes a payment with a Permit2 transfer permit.
    /// @param payment The payment; its commitment is the permit's nonce.
    /// @param signature The signature, in a form that Permit2 accepts.
    function collectWithPermit2(Payment calldata payment, bytes calldata signature) external nonReentrant {
        (bytes32 commitment, uint256 balance) = _begin(payment, Method.Permit2);
        PERMIT2.permitTransferFrom(
            ISignatureTransfer.PermitTransferFrom({
                permitted: ISignatureTransfer.TokenPermissions({token: payment.token, amount: payment.amount}),
                nonce: uint256(commitment),
                deadline: payment.validBefore
            }),
            ISignatureTransfer.SignatureTransferDetails({to: address(this), requestedAmount: payment.amount}),
            payment.payer,
            signature
        );
        _forward(payment, commitment, balance);
    }

    /// @notice Returns the nonce that the payer signs for a payment.
    /// @param method How the payer authorizes the transfer.
    /// @param payment The payment.
    /// @return The hash of chain, router, method and payment.
    function commitmentOf(Method method, Payment calldata payment) public view returns (bytes32) {
        return keccak256(abi.encode(block.chainid, address(this), method, payment));
    }

    /// @dev Checks the payment and measures the balance that the call must leave behind.
    function _begin(Payment calldata payment, Method method) private view returns (bytes32 commitment, uint256 balance) {
        if (msg.sender != payment.submitter) revert NotSubmitter(msg.sender, payment.submitter);
        // The submitter's wallet can't be front-run within these seconds: validBefore is minutes away when it signs.
        if (block.timestamp >= payment.validBefore) revert Expired(payment.validBefore);
        if (payment.amount == 0) revert ZeroAmount();
        if (payment.fee > payment.amount) revert FeeExceedsAmount(payment.fee, payment.amount);
        _requireRecipient(payment.recipient, payment.token);
        if (payment.fee > 0) _requireRecipient(payment.feeRecipient, payment.token);
        commitment = commitmentOf(method, payment);
        balance = IERC20(payment.token).balanceOf(address(this));
    }

    /// @dev Sends what has arrived, and requires that the token moved exactly the signed amounts.
    function _forward(Payment calldata payment, bytes32 commitment, uint256 balance) private {
        IERC20 token = IERC20(payment.token);
        uint256 received = token.balanceOf(address(this)) - balance;
        if (received != payment.amount) revert WrongAmountReceived(received, payment.amount);
        uint256 net = payment.amount - payment.fee;
        if (net > 0) token.safeTransfer(payment.recipient, net);
        if (payment.fee > 0) token.safeTransfer(payment.feeRecipient, payment.fee);
        uint256 afterwards = token.balanceOf(address(this));
        if (afterwards != balance) revert BalanceChanged(balance, afterwards);
        emit PaymentCollected(
            commitment,
            payment.submitter,
            payment.payer,
            payment.id,
            payment.recipient,
            payment.token,
            payment.amount,
            payment.fee,
            payment.feeRecipient
        );
    }

    function _requireRecipient(address recipient, address token) private view {
        if (recipient == address(0) || recipient == address(this) || recipient == token) revert InvalidRecipient(recipient);
    }
}
