// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts/utils/ReentrancyGuard.sol";
import {DepositBox} from "./DepositBox.sol";
import {ITransferWithAuthorization} from "./interfaces/ITransferWithAuthorization.sol";

/// @title DepositFactory
/// @notice Gives a payment an address of its own. What is transferred there can only go to the payment's recipient.
/// @dev Immutable: no owner, no upgrade, no arbitrary calls. An address is that of a clone of {DepositBox} whose salt is the
/// hash of all terms, so the address is the agreement: a call with any other field concerns another, empty address.
/// Deploy it through the deterministic deployment proxy only. With an ordinary CREATE, the deployer's key could place
/// another contract at the factory's address on another chain, and take what arrives at the addresses there.
contract DepositFactory is ReentrancyGuard {
    /// @notice What an address was given for.
    /// @param id Differs for every payment and asset; reveals nothing.
    /// @param homeChain The chain on which the payment is collected. A field, so that the address is the same on all chains.
    /// @param token The token that the buyer was asked for.
    /// @param recipient The merchant's destination.
    /// @param fee Smallest units of `token` for the fee recipient, once, when the payment is collected.
    /// @param feeRecipient Receives `fee`; may be anything where `fee` is zero.
    /// @param submitter The only account that may collect.
    /// @param openAfter Unix seconds from which anyone may sweep on the home chain.
    struct Terms {
        bytes32 id;
        uint256 homeChain;
        address token;
        address recipient;
        uint256 fee;
        address feeRecipient;
        address submitter;
        uint256 openAfter;
    }

    /// @notice A payer's EIP-3009 authorization of a transfer to the address, signed by a key.
    struct Authorization {
        address from;
        uint256 value;
        uint256 validAfter;
        uint256 validBefore;
        bytes32 nonce;
        uint8 v;
        bytes32 r;
        bytes32 s;
    }

    /// @notice A payment was collected.
    /// @param termsHash The hash of the terms.
    /// @param box The payment's address.
    /// @param submitter The account that collected it.
    /// @param id The terms' id.
    /// @param token The token's contract.
    /// @param recipient Received `amount - fee`.
    /// @param amount Smallest units that the address held.
    /// @param fee Part of `amount` that the fee recipient received.
    /// @param feeRecipient Received `fee`.
    event DepositCollected(
        bytes32 indexed termsHash,
        address indexed box,
        address indexed submitter,
        bytes32 id,
        address token,
        address recipient,
        uint256 amount,
        uint256 fee,
        address feeRecipient
    );

    /// @notice What an address held was forwarded without a fee, which isn't a payment.
    /// @param termsHash The hash of the terms.
    /// @param box The address.
    /// @param caller The account that swept it.
    /// @param token The token's contract; zero for the native coin.
    /// @param recipient The terms' recipient.
    /// @param amount Smallest units that left the address.
    event DepositSwept(
        bytes32 indexed termsHash,
        address indexed box,
        address indexed caller,
        address token,
        address recipient,
        uint256 amount
    );

    /// @notice Only the terms' submitter may collect.
    error NotSubmitter(address caller, address submitter);
    /// @notice The caller may not sweep, or not yet.
    error NotAllowed(address caller);
    /// @notice Collecting works on the home chain only.
    error NotHomeChain(uint256 chainId, uint256 homeChain);
    /// @notice The token or the submitter is zero.
    error InvalidTerms();
    /// @notice The recipient or the paid fee recipient is zero, the token, this contract or the boxes' code.
    error InvalidRecipient(address recipient);
    /// @notice The smallest amount to collect is zero or less than the fee.
    error InvalidMinimum(uint256 atLeast, uint256 fee);
    /// @notice The address holds less than the smallest amount to collect.
    error NotEnough(uint256 held, uint256 atLeast);
    /// @notice The payment was collected before.
    error AlreadyCollected(bytes32 termsHash);
    /// @notice The token delivered another amount than the payer authorized, or the recipients gained another one.
    error WrongAmountReceived(address account, uint256 received, uint256 amount);
    /// @notice Nothing left the address.
    error NothingToSweep(address box);

    /// @notice The code of every box.
    DepositBox public immutable IMPLEMENTATION = new DepositBox();

    /// @notice True for terms whose box got its code by a sweep and wasn't collected since.
    mapping(bytes32 termsHash => bool) public openedBySweep;

    /// @notice Pays what an address holds of its token to recipient and fee recipient; at most once.
    /// @param terms The address's terms.
    /// @param atLeast Smallest units that it must hold.
    function collect(Terms calldata terms, uint256 atLeast) external nonReentrant {
        (bytes32 termsHash, address box) = _begin(terms, atLeast);
        _collect(terms, termsHash, box, atLeast);
    }

    /// @notice Executes a payer's authorization of a transfer to the address, and collects.
    /// @param terms The address's terms.
    /// @param atLeast Smallest units that the address must hold after the transfer.
    /// @param authorization The payer's, whose payee is the address.
    function collectWithAuthorization(Terms calldata terms, uint256 atLeast, Authorization calldata authorization)
        external
        nonReentrant
    {
        (bytes32 termsHash, address box) = _begin(terms, atLeast);
        uint256 before = _balance(terms.token, box);
        ITransferWithAuthorization(terms.token).transferWithAuthorization(
            authorization.from,
            box,
            authorization.value,
            authorization.validAfter,
            authorization.validBefore,
            authorization.nonce,
            authorization.v,
            authorization.r,
            authorization.s
        );
        _requireGain(terms.token, box, before, authorization.value);
        _collect(terms, termsHash, box, atLeast);
    }

    /// @notice Forwards all that an address holds of any token to the terms' recipient, without a fee. On the home chain for
    /// the submitter, and from `openAfter` for anyone. Elsewhere for the recipient alone: an address that is the recipient's
    /// contract at home may be another's there.
    /// @param terms The address's terms.
    /// @param token The token's contract; zero for the native coin.
    function sweep(Terms calldata terms, address token) external nonReentrant {
        (bytes32 termsHash, address box) = _resolve(terms);
        if (!_maySweep(terms)) revert NotAllowed(msg.sender);
        if (box.code.length == 0) {
            openedBySweep[termsHash] = true;
            Clones.cloneDeterministic(address(IMPLEMENTATION), termsHash);
        }
        uint256 held = _balance(token, box);
        DepositBox(payable(box)).pay(token, terms.recipient, held);
        uint256 amount = held - _balance(token, box);
        if (amount == 0) revert NothingToSweep(box);
        emit DepositSwept(termsHash, box, msg.sender, token, terms.recipient, amount);
    }

    /// @notice Returns the address of terms, on every chain. Reverts for terms that couldn't pay out.
    /// @param terms The terms.
    /// @return box The address.
    function boxOf(Terms calldata terms) external view returns (address box) {
        (, box) = _resolve(terms);
    }

    /// @dev Checks everything that can be checked before tokens move.
    function _begin(Terms calldata terms, uint256 atLeast) private view returns (bytes32 termsHash, address box) {
        if (msg.sender != terms.submitter) revert NotSubmitter(msg.sender, terms.submitter);
        if (block.chainid != terms.homeChain) revert NotHomeChain(block.chainid, terms.homeChain);
        if (atLeast == 0 || atLeast < terms.fee) revert InvalidMinimum(atLeast, terms.fee);
        (termsHash, box) = _resolve(terms);
    }

    /// @dev Opens the box for its one payment, and pays out what it holds.
    function _collect(Terms calldata terms, bytes32 termsHash, address box, uint256 atLeast) private {
        // A box with code was collected, unless a sweep gave it its code. No code alone isn't enough: a stranger's unit of
        // another token, once swept, would make the payment uncollectable.
        if (box.code.length == 0) Clones.cloneDeterministic(address(IMPLEMENTATION), termsHash);
        else if (openedBySweep[termsHash]) openedBySweep[termsHash] = false;
        else revert AlreadyCollected(termsHash);
        uint256 amount = _balance(terms.token, box);
        if (amount < atLeast) revert NotEnough(amount, atLeast);
        _payOut(terms, box, amount);
        emit DepositCollected(
            termsHash,
            box,
            terms.submitter,
            terms.id,
            terms.token,
            terms.recipient,
            amount,
            terms.fee,
            terms.feeRecipient
        );
    }

    /// @dev Pays both parts, and requires that each recipient gained exactly its own.
    function _payOut(Terms calldata terms, address box, uint256 amount) private {
        uint256 net = amount - terms.fee;
        uint256 before = _balance(terms.token, terms.recipient);
        uint256 feeBefore = _balance(terms.token, terms.feeRecipient);
        if (net > 0) DepositBox(payable(box)).pay(terms.token, terms.recipient, net);
        if (terms.fee > 0) DepositBox(payable(box)).pay(terms.token, terms.feeRecipient, terms.fee);
        bool isOneAccount = terms.recipient == terms.feeRecipient;
        _requireGain(terms.token, terms.recipient, before, isOneAccount ? amount : net);
        if (!isOneAccount) _requireGain(terms.token, terms.feeRecipient, feeBefore, terms.fee);
    }

    function _maySweep(Terms calldata terms) private view returns (bool) {
        if (block.chainid != terms.homeChain) return msg.sender == terms.recipient;
        // A day more or less doesn't matter here: the time only ends a dead operator's hold.
        return msg.sender == terms.submitter || block.timestamp >= terms.openAfter;
    }

    function _resolve(Terms calldata terms) private view returns (bytes32 termsHash, address box) {
        if (terms.token == address(0) || terms.submitter == address(0)) revert InvalidTerms();
        _requireRecipient(terms.recipient, terms.token);
        if (terms.fee > 0) _requireRecipient(terms.feeRecipient, terms.token);
        termsHash = keccak256(abi.encode(terms));
        box = Clones.predictDeterministicAddress(address(IMPLEMENTATION), termsHash, address(this));
    }

    function _requireRecipient(address recipient, address token) private view {
        bool isOurs = recipient == address(this) || recipient == address(IMPLEMENTATION);
        if (recipient == address(0) || recipient == token || isOurs) revert InvalidRecipient(recipient);
    }

    function _requireGain(address token, address account, uint256 before, uint256 amount) private view {
        uint256 received = _balance(token, account) - before;
        if (received != amount) revert WrongAmountReceived(account, received, amount);
    }

    function _balance(address token, address account) private view returns (uint256) {
        return token == address(0) ? account.balance : IERC20(token).balanceOf(account);
    }
}
