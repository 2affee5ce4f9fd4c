// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.26;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {DepositFactory} from "../DepositFactory.sol";
import {DevnetToken} from "till/DevnetToken.sol";
import {DepositFixture} from "./DepositFactory.t.sol";

/// @notice Payers, submitters, strangers and issuers, who act on four payments in any order.
contract DepositActors is DepositFixture {
    uint256 public constant PAYMENTS = 4;
    DepositFactory.Terms[] private payments;
    /// @notice What entered the boxes, and what left them to each side, by token.
    mapping(address token => uint256) public given;
    mapping(uint256 payment => uint256) public collections;
    uint256 public feesDue;

    constructor() {
        _setUp();
        for (uint256 i = 0; i < PAYMENTS; i++) {
            DepositFactory.Terms memory terms = _terms(i % 2 == 0 ? address(usdc) : address(usdt), bytes32(i), 7 * i);
            // Two payments share a recipient, and one gives both parts to one account.
            terms.recipient = address(uint160(0x1000 + i / 2));
            if (i == 3) terms.feeRecipient = terms.recipient;
            payments.push(terms);
        }
    }

    function tokens() public view returns (address[3] memory) {
        return [address(usdc), address(usdt), NATIVE];
    }

    function factoryUnderTest() external view returns (DepositFactory) {
        return factory;
    }

    function termsOf(uint256 payment) public view returns (DepositFactory.Terms memory) {
        return payments[payment % PAYMENTS];
    }

    function deposit(uint256 payment, uint8 what, uint64 amount) external {
        address token = tokens()[what % 3];
        address box = factory.boxOf(termsOf(payment));
        if (token == NATIVE) vm.deal(box, box.balance + amount);
        else DevnetToken(token).mint(box, amount);
        given[token] += amount;
    }

    function collect(uint256 payment, uint64 atLeast, bool isSubmitter) external {
        DepositFactory.Terms memory terms = termsOf(payment);
        vm.prank(isSubmitter ? SUBMITTER : address(0xBAD));
        try factory.collect(terms, atLeast) {
            require(isSubmitter, "a stranger collected");
            collections[payment % PAYMENTS]++;
            feesDue += terms.fee;
        } catch {}
    }

    function sweep(uint256 payment, uint8 what, bool isSubmitter) external {
        DepositFactory.Terms memory terms = termsOf(payment);
        vm.prank(isSubmitter ? SUBMITTER : address(0xBAD));
        try factory.sweep(terms, tokens()[what % 3]) {
            require(isSubmitter || block.timestamp >= terms.openAfter, "a stranger swept too early");
        } catch {}
    }

    function wait(uint32 seconds_) external {
        vm.warp(block.timestamp + seconds_ % 20 days);
    }

    function switchPause(bool isPaused) external {
        usdc.setPaused(isPaused);
    }
}

/// @notice What holds after any sequence of deposits, collections and sweeps.
contract DepositInvariantsTest {
    DepositActors private actors;
    DepositFactory private factory;

    function setUp() public {
        actors = new DepositActors();
        factory = actors.factoryUnderTest();
    }

    /// @dev Read by forge: only the actors are called.
    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(actors);
    }

    /// @dev Read by forge, which gives its senders native coin: none of them is a recipient.
    function targetSenders() external view returns (address[] memory senders) {
        senders = new address[](1);
        senders[0] = address(this);
    }

    function invariant_aPaymentIsCollectedAtMostOnce() external view {
        for (uint256 i = 0; i < actors.PAYMENTS(); i++) require(actors.collections(i) <= 1, "collected twice");
    }

    function invariant_factoryAndImplementationHoldNothing() external view {
        address[3] memory tokens = actors.tokens();
        for (uint256 i = 0; i < 3; i++) {
            require(_balance(tokens[i], address(factory)) == 0, "the factory holds something");
            require(_balance(tokens[i], address(factory.IMPLEMENTATION())) == 0, "the implementation holds something");
        }
    }

    /// @dev Boxes, recipients and the fee recipient have together what was deposited, so nothing moved elsewhere.
    function invariant_everythingIsWhereTheTermsSay() external view {
        address[3] memory tokens = actors.tokens();
        for (uint256 i = 0; i < 3; i++) {
            uint256 sum = _balance(tokens[i], address(0xFEE));
            for (uint256 j = 0; j < actors.PAYMENTS(); j++) sum += _balance(tokens[i], factory.boxOf(actors.termsOf(j)));
            sum += _balance(tokens[i], address(0x1000)) + _balance(tokens[i], address(0x1001));
            require(sum == actors.given(tokens[i]), "money is elsewhere");
        }
    }

    /// @dev The last payment's fee goes to its recipient, so only the first three show here.
    function invariant_feesAreTakenOncePerCollection() external view {
        address[3] memory tokens = actors.tokens();
        uint256 due = actors.feesDue() - (actors.collections(3) == 1 ? actors.termsOf(3).fee : 0);
        require(_balance(tokens[0], address(0xFEE)) + _balance(tokens[1], address(0xFEE)) == due, "other fees");
        require(_balance(tokens[2], address(0xFEE)) == 0, "a fee in native coin");
    }

    function _balance(address token, address account) private view returns (uint256) {
        return token == address(0) ? account.balance : IERC20(token).balanceOf(account);
    }
}
