// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.26;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts/utils/ReentrancyGuard.sol";
import {DepositBox} from "../DepositBox.sol";
import {DepositFactory} from "../DepositFactory.sol";
import {CircleToken} from "till/CircleToken.sol";
import {DevnetToken} from "till/DevnetToken.sol";
import {TetherToken} from "till/TetherToken.sol";
import {OddToken} from "./OddToken.sol";
import {Vm} from "./Vm.sol";

/// @notice A contract that takes no native coin.
contract Refuser {}

/// @notice What the tests of the factory share.
abstract contract DepositFixture {
    Vm internal constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));
    address internal constant SUBMITTER = address(0x5B317);
    address internal constant RECIPIENT = address(0x3E7C);
    address internal constant FEE_RECIPIENT = address(0xFEE);
    address internal constant NATIVE = address(0);
    uint256 internal constant HOME = 8453;
    uint256 internal constant NOW = 1_800_000_000;

    DepositFactory internal factory;
    CircleToken internal usdc;
    TetherToken internal usdt;

    function _setUp() internal {
        vm.warp(NOW);
        vm.chainId(HOME);
        factory = _deployFactory();
        usdc = new CircleToken("USD Coin", "USDC", 6, "USD Coin", "2");
        usdt = new TetherToken("Tether USD", "USDT", 6);
    }

    /// @dev Deploys the committed init code, not what this compiler makes of the source.
    function _deployFactory() internal returns (DepositFactory) {
        bytes memory code = vm.parseJsonBytes(vm.readFile("contracts/deposit-factory.json"), ".initCode");
        address created;
        assembly ("memory-safe") {
            created := create(0, add(code, 32), mload(code))
        }
        require(created != address(0), "the factory was not deployed");
        return DepositFactory(created);
    }

    function _terms(address token, bytes32 id, uint256 fee) internal pure returns (DepositFactory.Terms memory) {
        return DepositFactory.Terms({
            id: id,
            homeChain: HOME,
            token: token,
            recipient: RECIPIENT,
            fee: fee,
            feeRecipient: FEE_RECIPIENT,
            submitter: SUBMITTER,
            openAfter: NOW + 30 days
        });
    }
}

/// @notice The guarantees of deposit addresses, each for fuzzed terms.
contract DepositFactoryTest is DepositFixture {
    bytes32 private constant TRANSFER_TYPEHASH = keccak256(
        "TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
    );
    uint256 private constant PAYER_KEY = 0xA11CE;

    function setUp() public {
        _setUp();
    }

    // ── collecting ──────────────────────────────────────────────────────────────────────────────────────────────────

    function testFuzz_paysExactlyTheFeeAndTheRest(bool isTether, bytes32 id, uint256 amount, uint256 fee) public {
        address token = isTether ? address(usdt) : address(usdc);
        (DepositFactory.Terms memory terms, address box) = _funded(token, id, amount, fee);
        uint256 held = IERC20(token).balanceOf(box);
        vm.recordLogs();
        _collect(terms, held);
        _requireBalances(terms, box, held - terms.fee, terms.fee);
        _requireCollected(terms, box, held);
    }

    function testFuzz_anOverpaymentBearsNoFee(bytes32 id, uint256 amount, uint256 fee, uint128 more) public {
        (DepositFactory.Terms memory terms, address box) = _funded(address(usdc), id, amount, fee);
        uint256 asked = usdc.balanceOf(box);
        usdc.mint(box, more);
        _collect(terms, asked);
        _requireBalances(terms, box, asked + more - terms.fee, terms.fee);
    }

    function testFuzz_lessThanTheMinimumIsRefused(bytes32 id, uint256 amount, uint256 fee) public {
        (DepositFactory.Terms memory terms, address box) = _funded(address(usdc), id, amount, fee);
        uint256 held = usdc.balanceOf(box);
        _refuseCollect(terms, held + 1, DepositFactory.NotEnough.selector);
        require(box.code.length == 0, "the box was opened");
        _collect(terms, held);
    }

    function testFuzz_collectsOnce(bytes32 id, uint256 amount, uint256 fee) public {
        (DepositFactory.Terms memory terms, address box) = _funded(address(usdc), id, amount, fee);
        _collect(terms, 1 + terms.fee);
        usdc.mint(box, 5 + terms.fee);
        _refuseCollect(terms, 1 + terms.fee, DepositFactory.AlreadyCollected.selector);
        vm.prank(SUBMITTER);
        factory.sweep(terms, address(usdc));
        _refuseCollect(terms, 1 + terms.fee, DepositFactory.AlreadyCollected.selector);
    }

    function testFuzz_aStrangersTokenDoesNotBlockThePayment(bytes32 id, uint256 amount, uint256 fee) public {
        (DepositFactory.Terms memory terms, address box) = _funded(address(usdc), id, amount, fee);
        uint256 held = usdc.balanceOf(box);
        usdt.mint(box, 1);
        _sweep(terms, address(usdt), SUBMITTER);
        require(factory.openedBySweep(_hash(terms)), "the sweep was not remembered");
        _collect(terms, held);
        _requireBalances(terms, box, held - terms.fee, terms.fee);
        require(!factory.openedBySweep(_hash(terms)), "the sweep was not forgotten");
        usdc.mint(box, 5 + terms.fee);
        _refuseCollect(terms, 1 + terms.fee, DepositFactory.AlreadyCollected.selector);
    }

    function testFuzz_onlyTheSubmitterCollects(bytes32 id, uint256 amount, uint256 fee, address caller) public {
        vm.assume(caller != SUBMITTER);
        (DepositFactory.Terms memory terms,) = _funded(address(usdc), id, amount, fee);
        vm.warp(terms.openAfter + 365 days);
        vm.expectPartialRevert(DepositFactory.NotSubmitter.selector);
        vm.prank(caller);
        factory.collect(terms, 1 + terms.fee);
    }

    function testFuzz_collectsAtHomeOnly(bytes32 id, uint256 amount, uint256 fee, uint32 chain) public {
        vm.assume(chain != HOME && chain != 0);
        (DepositFactory.Terms memory terms,) = _funded(address(usdc), id, amount, fee);
        vm.chainId(chain);
        _refuseCollect(terms, 1 + terms.fee, DepositFactory.NotHomeChain.selector);
    }

    /// @dev A stolen submitter key can send what an address holds nowhere but to its terms.
    function testFuzz_anyChangedFieldIsAnotherAddress(uint8 field, bytes32 id, uint256 amount, uint256 fee, uint160 other) public {
        (DepositFactory.Terms memory terms, address box) = _funded(address(usdc), id, amount, fee);
        uint256 held = usdc.balanceOf(box);
        address changed = address(uint160(0x10000) + other % type(uint128).max);
        address caller = SUBMITTER;
        uint8 which = field % 8;
        if (which == 0) terms.id = keccak256(abi.encode(terms.id));
        if (which == 1) terms.homeChain += 1;
        if (which == 2) terms.token = address(usdt);
        if (which == 3) terms.recipient = changed;
        if (which == 4) terms.fee = terms.fee == 0 ? 1 : terms.fee - 1;
        if (which == 5) terms.feeRecipient = changed;
        if (which == 6) (terms.submitter, caller) = (changed, changed);
        if (which == 7) terms.openAfter = 0;
        require(factory.boxOf(terms) != box, "the same address");
        vm.chainId(terms.homeChain);
        _tryCollect(terms, 1 + terms.fee, caller, false);
        _trySweep(terms, address(usdc), caller, false);
        require(usdc.balanceOf(box) == held, "the address lost money");
    }

    function testFuzz_bothPartsMayGoToOneAccount(bytes32 id, uint256 amount, uint256 fee) public {
        DepositFactory.Terms memory terms = _terms(address(usdc), id, 0);
        terms.fee = fee % 1e30;
        terms.feeRecipient = RECIPIENT;
        address box = factory.boxOf(terms);
        uint256 held = terms.fee + 1 + amount % 1e30;
        usdc.mint(box, held);
        _collect(terms, held);
        require(usdc.balanceOf(RECIPIENT) == held, "the account did not get both parts");
    }

    function test_aFeeOfEverythingLeavesNothingForTheRecipient() public {
        DepositFactory.Terms memory terms = _terms(address(usdc), "all", 10);
        address box = factory.boxOf(terms);
        usdc.mint(box, 10);
        _collect(terms, 10);
        _requireBalances(terms, box, 0, 10);
    }

    function test_theMinimumIsPositiveAndCoversTheFee() public {
        DepositFactory.Terms memory terms = _terms(address(usdc), "min", 0);
        usdc.mint(factory.boxOf(terms), 10);
        _refuseCollect(terms, 0, DepositFactory.InvalidMinimum.selector);
        terms.fee = 5;
        usdc.mint(factory.boxOf(terms), 10);
        _refuseCollect(terms, 4, DepositFactory.InvalidMinimum.selector);
        _collect(terms, 5);
    }

    function test_termsThatCouldNotPayOutHaveNoAddress() public {
        address[4] memory bad = [address(0), address(usdc), address(factory), address(factory.IMPLEMENTATION())];
        for (uint256 i = 0; i < 4; i++) {
            DepositFactory.Terms memory terms = _terms(address(usdc), "bad", 1);
            terms.recipient = bad[i];
            _refuseTerms(terms, DepositFactory.InvalidRecipient.selector);
            terms.recipient = RECIPIENT;
            terms.feeRecipient = bad[i];
            _refuseTerms(terms, DepositFactory.InvalidRecipient.selector);
            terms.fee = 0;
            factory.boxOf(terms);
        }
        DepositFactory.Terms memory none = _terms(address(0), "bad", 1);
        _refuseTerms(none, DepositFactory.InvalidTerms.selector);
        none = _terms(address(usdc), "bad", 1);
        none.submitter = address(0);
        _refuseTerms(none, DepositFactory.InvalidTerms.selector);
    }

    // ── collecting by an authorization ──────────────────────────────────────────────────────────────────────────────

    function testFuzz_anAuthorizationPaysTheAddress(bytes32 id, bytes32 nonce, uint256 amount, uint256 fee) public {
        DepositFactory.Terms memory terms = _terms(address(usdc), id, 0);
        uint256 value = 1 + amount % 1e36;
        terms.fee = fee % (value + 1);
        DepositFactory.Authorization memory authorization = _authorize(terms, value, nonce, PAYER_KEY);
        usdc.mint(authorization.from, value);
        vm.prank(SUBMITTER);
        factory.collectWithAuthorization(terms, value, authorization);
        _requireBalances(terms, factory.boxOf(terms), value - terms.fee, terms.fee);
    }

    function testFuzz_anAuthorizationWorksOnceAndForOneAddress(bytes32 id, bytes32 nonce, uint256 amount) public {
        DepositFactory.Terms memory terms = _terms(address(usdc), id, 0);
        uint256 value = 1 + amount % 1e36;
        DepositFactory.Authorization memory authorization = _authorize(terms, value, nonce, PAYER_KEY);
        usdc.mint(authorization.from, 3 * value);
        DepositFactory.Terms memory other = _terms(address(usdc), keccak256(abi.encode(id)), 0);
        vm.prank(SUBMITTER);
        (bool ok,) = address(factory).call(abi.encodeCall(factory.collectWithAuthorization, (other, value, authorization)));
        require(!ok, "it paid another address");
        vm.prank(SUBMITTER);
        factory.collectWithAuthorization(terms, value, authorization);
        vm.prank(SUBMITTER);
        (ok,) = address(factory).call(abi.encodeCall(factory.collectWithAuthorization, (terms, value, authorization)));
        require(!ok, "it paid twice");
        require(usdc.balanceOf(authorization.from) == 2 * value, "the payer lost more");
    }

    /// @dev Anyone may submit the transfer itself; the money is at the address then, and is collected without it.
    function test_anAuthorizationThatAnotherSubmittedIsCollected() public {
        DepositFactory.Terms memory terms = _terms(address(usdc), "front", 3);
        DepositFactory.Authorization memory a = _authorize(terms, 100, "nonce", PAYER_KEY);
        usdc.mint(a.from, 100);
        address box = factory.boxOf(terms);
        usdc.transferWithAuthorization(a.from, box, a.value, a.validAfter, a.validBefore, a.nonce, a.v, a.r, a.s);
        vm.prank(SUBMITTER);
        (bool ok,) = address(factory).call(abi.encodeCall(factory.collectWithAuthorization, (terms, 100, a)));
        require(!ok, "a used authorization was executed");
        _collect(terms, 100);
        _requireBalances(terms, box, 97, 3);
    }

    function test_anAuthorizationIsForTheSubmitterAtHome() public {
        DepositFactory.Terms memory terms = _terms(address(usdc), "who", 3);
        DepositFactory.Authorization memory authorization = _authorize(terms, 100, "nonce", PAYER_KEY);
        usdc.mint(authorization.from, 100);
        vm.expectPartialRevert(DepositFactory.NotSubmitter.selector);
        factory.collectWithAuthorization(terms, 100, authorization);
        vm.chainId(1);
        vm.expectPartialRevert(DepositFactory.NotHomeChain.selector);
        vm.prank(SUBMITTER);
        factory.collectWithAuthorization(terms, 100, authorization);
    }

    function test_anAuthorizationThatDeliversLessIsRefused() public {
        DepositFactory.Terms memory terms = _terms(address(usdc), "less", 0);
        DepositFactory.Authorization memory authorization = _authorize(terms, 10_000, "nonce", PAYER_KEY);
        usdc.mint(authorization.from, 10_000);
        usdc.setFeeBps(1);
        vm.expectPartialRevert(DepositFactory.WrongAmountReceived.selector);
        vm.prank(SUBMITTER);
        factory.collectWithAuthorization(terms, 1, authorization);
    }

    // ── sweeping ────────────────────────────────────────────────────────────────────────────────────────────────────

    function testFuzz_aSweepGivesEverythingToTheRecipient(uint8 what, bytes32 id, uint96 amount, bool isCollected) public {
        address token = [address(usdc), address(usdt), NATIVE][what % 3];
        (DepositFactory.Terms memory terms, address box) = _funded(address(usdc), id, 100, 7);
        if (isCollected) _collect(terms, 8);
        uint256 value = 1 + uint256(amount);
        if (token == NATIVE) vm.deal(box, value);
        else DevnetToken(token).mint(box, value);
        uint256 held = _balance(token, box);
        uint256 before = _balance(token, RECIPIENT);
        vm.recordLogs();
        _sweep(terms, token, SUBMITTER);
        require(_balance(token, box) == 0, "the address kept some");
        require(_balance(token, RECIPIENT) - before == held, "the recipient got another amount");
        _requireSwept(terms, box, SUBMITTER, token, held);
    }

    function testFuzz_nobodyElseSweepsBeforeItsTime(bytes32 id, address caller, uint32 early) public {
        vm.assume(caller != SUBMITTER);
        (DepositFactory.Terms memory terms,) = _funded(address(usdc), id, 100, 7);
        vm.warp(terms.openAfter - 1 - early % 30 days);
        _trySweep(terms, address(usdc), caller, false);
        vm.warp(terms.openAfter);
        _trySweep(terms, address(usdc), caller, true);
    }

    function testFuzz_elsewhereOnlyTheRecipientSweeps(bytes32 id, address caller, uint32 chain) public {
        vm.assume(caller != RECIPIENT && chain != HOME && chain != 0);
        (DepositFactory.Terms memory terms,) = _funded(address(usdc), id, 100, 7);
        vm.chainId(chain);
        vm.warp(terms.openAfter + 1);
        _trySweep(terms, address(usdc), caller, false);
        _trySweep(terms, address(usdc), SUBMITTER, false);
        _trySweep(terms, address(usdc), RECIPIENT, true);
    }

    function test_nothingToSweepIsRefused() public {
        (DepositFactory.Terms memory terms, address box) = _funded(address(usdc), "none", 100, 7);
        vm.expectPartialRevert(DepositFactory.NothingToSweep.selector);
        vm.prank(SUBMITTER);
        factory.sweep(terms, address(usdt));
        require(box.code.length == 0, "an empty sweep opened the address");
    }

    function test_nativeCoinThatTheRecipientRefusesStays() public {
        DepositFactory.Terms memory terms = _terms(address(usdc), "refuse", 0);
        terms.recipient = address(new Refuser());
        address box = factory.boxOf(terms);
        vm.deal(box, 5);
        _trySweep(terms, NATIVE, SUBMITTER, false);
        require(box.balance == 5, "the coin is gone");
    }

    function test_nativeCoinArrivesAtAnOpenAddress() public {
        (DepositFactory.Terms memory terms, address box) = _funded(address(usdc), "coin", 100, 7);
        _collect(terms, 8);
        vm.deal(address(this), 5);
        (bool ok,) = box.call{value: 5}("");
        require(ok, "the address refuses native coin");
        _sweep(terms, NATIVE, SUBMITTER);
        require(RECIPIENT.balance == 5, "the recipient did not get it");
    }

    // ── tokens that misbehave ────────────────────────────────────────────────────────────────────────────────────────

    function testFuzz_aTokenThatKeepsAFeeIsNotCollected(bytes32 id, uint16 bps) public {
        (DepositFactory.Terms memory terms, address box) = _funded(address(usdc), id, 1e18, 7);
        usdc.setFeeBps(1 + bps % 10_000);
        _refuseCollect(terms, 8, DepositFactory.WrongAmountReceived.selector);
        require(box.code.length == 0, "the payment is used up");
    }

    function test_aTokenThatOnlySaysItMovedIsNotCollected() public {
        OddToken odd = new OddToken(address(factory));
        (DepositFactory.Terms memory terms,) = _fundedOdd(odd);
        odd.idle();
        _refuseCollect(terms, 8, DepositFactory.WrongAmountReceived.selector);
        vm.expectPartialRevert(DepositFactory.NothingToSweep.selector);
        vm.prank(SUBMITTER);
        factory.sweep(terms, address(odd));
    }

    function test_aTokenThatReturnsFalseIsNotCollected() public {
        OddToken odd = new OddToken(address(factory));
        (DepositFactory.Terms memory terms, address box) = _fundedOdd(odd);
        odd.refuse();
        _tryCollect(terms, 8, SUBMITTER, false);
        _trySweep(terms, address(odd), SUBMITTER, false);
        require(odd.balanceOf(box) == 100, "the address lost tokens");
    }

    function test_aTokenThatShortchangesEitherRecipientIsNotCollected() public {
        address[2] memory recipients = [RECIPIENT, FEE_RECIPIENT];
        for (uint256 i = 0; i < 2; i++) {
            OddToken odd = new OddToken(address(factory));
            (DepositFactory.Terms memory terms,) = _fundedOdd(odd);
            odd.shortchange(recipients[i]);
            _refuseCollect(terms, 8, DepositFactory.WrongAmountReceived.selector);
        }
    }

    function test_aReenteringTokenIsRefused() public {
        bytes4 guard = ReentrancyGuard.ReentrancyGuardReentrantCall.selector;
        DepositFactory.Authorization memory authorization;
        for (uint256 i = 0; i < 3; i++) {
            OddToken odd = new OddToken(address(factory));
            (DepositFactory.Terms memory terms, address box) = _fundedOdd(odd);
            DepositFactory.Terms memory inner = _terms(address(odd), "inner", 0);
            inner.submitter = address(odd);
            odd.mint(factory.boxOf(inner), 50);
            if (i == 0) odd.reenterWith(abi.encodeCall(factory.collect, (inner, 1)));
            if (i == 1) odd.reenterWith(abi.encodeCall(factory.sweep, (inner, address(odd))));
            if (i == 2) odd.reenterWith(abi.encodeCall(factory.collectWithAuthorization, (inner, 1, authorization)));
            _collect(terms, 100);
            require(bytes4(odd.refusal()) == guard, "another refusal");
            require(odd.balanceOf(box) == 0 && odd.balanceOf(factory.boxOf(inner)) == 50, "other amounts moved");
        }
    }

    function testFuzz_aBlockedAccountOrAPauseOnlyDelays(uint8 who, bytes32 id) public {
        (DepositFactory.Terms memory terms, address box) = _funded(address(usdc), id, 100, 7);
        uint256 held = usdc.balanceOf(box);
        address blocked = [RECIPIENT, FEE_RECIPIENT, box][who % 3];
        if (who % 4 == 3) usdc.setPaused(true);
        else usdc.setFrozen(blocked, true);
        _tryCollect(terms, held, SUBMITTER, false);
        require(usdc.balanceOf(box) == held, "the address lost money");
        usdc.setPaused(false);
        usdc.setFrozen(blocked, false);
        _collect(terms, held);
        _requireBalances(terms, box, held - 7, 7);
    }

    // ── the boxes themselves ─────────────────────────────────────────────────────────────────────────────────────────

    function testFuzz_onlyTheFactoryMovesWhatABoxHolds(bytes32 id, address caller) public {
        vm.assume(caller != address(factory));
        (DepositFactory.Terms memory terms, address box) = _funded(address(usdc), id, 100, 7);
        _collect(terms, 8);
        usdc.mint(box, 5);
        address[2] memory boxes = [box, address(factory.IMPLEMENTATION())];
        for (uint256 i = 0; i < 2; i++) {
            vm.expectPartialRevert(DepositBox.NotFactory.selector);
            vm.prank(caller);
            DepositBox(payable(boxes[i])).pay(address(usdc), caller, 1);
        }
    }

    function test_theFactoryTakesNoNativeCoin() public {
        vm.deal(address(this), 1);
        (bool ok,) = address(factory).call{value: 1}("");
        require(!ok, "the factory took native coin");
    }

    // ── how terms are made and sent ──────────────────────────────────────────────────────────────────────────────────

    function _funded(address token, bytes32 id, uint256 amount, uint256 fee)
        private
        returns (DepositFactory.Terms memory terms, address box)
    {
        terms = _terms(token, id, fee % 1e30);
        box = factory.boxOf(terms);
        DevnetToken(token).mint(box, terms.fee + 1 + amount % 1e30);
    }

    function _fundedOdd(OddToken odd) private returns (DepositFactory.Terms memory terms, address box) {
        terms = _terms(address(odd), "odd", 7);
        box = factory.boxOf(terms);
        odd.mint(box, 100);
    }

    function _authorize(DepositFactory.Terms memory terms, uint256 value, bytes32 nonce, uint256 key)
        private
        view
        returns (DepositFactory.Authorization memory a)
    {
        a.from = vm.addr(key);
        a.value = value;
        a.validBefore = NOW + 600;
        a.nonce = nonce;
        bytes32 message = keccak256(
            abi.encode(TRANSFER_TYPEHASH, a.from, factory.boxOf(terms), value, a.validAfter, a.validBefore, nonce)
        );
        (a.v, a.r, a.s) = vm.sign(key, keccak256(abi.encodePacked("\x19\x01", usdc.DOMAIN_SEPARATOR(), message)));
    }

    function _collect(DepositFactory.Terms memory terms, uint256 atLeast) private {
        vm.prank(terms.submitter);
        factory.collect(terms, atLeast);
    }

    function _refuseCollect(DepositFactory.Terms memory terms, uint256 atLeast, bytes4 selector) private {
        vm.expectPartialRevert(selector);
        vm.prank(terms.submitter);
        factory.collect(terms, atLeast);
    }

    function _refuseTerms(DepositFactory.Terms memory terms, bytes4 selector) private {
        vm.expectPartialRevert(selector);
        factory.boxOf(terms);
        _refuseCollect(terms, 1, terms.submitter == address(0) ? DepositFactory.InvalidTerms.selector : selector);
    }

    function _tryCollect(DepositFactory.Terms memory terms, uint256 atLeast, address caller, bool mustWork) private {
        vm.prank(caller);
        (bool ok,) = address(factory).call(abi.encodeCall(factory.collect, (terms, atLeast)));
        require(ok == mustWork, mustWork ? "it was refused" : "it was collected");
    }

    function _sweep(DepositFactory.Terms memory terms, address token, address caller) private {
        vm.prank(caller);
        factory.sweep(terms, token);
    }

    function _trySweep(DepositFactory.Terms memory terms, address token, address caller, bool mustWork) private {
        vm.prank(caller);
        (bool ok,) = address(factory).call(abi.encodeCall(factory.sweep, (terms, token)));
        require(ok == mustWork, mustWork ? "it was refused" : "it was swept");
    }

    function _hash(DepositFactory.Terms memory terms) private pure returns (bytes32) {
        return keccak256(abi.encode(terms));
    }

    function _balance(address token, address account) private view returns (uint256) {
        return token == NATIVE ? account.balance : IERC20(token).balanceOf(account);
    }

    function _requireBalances(DepositFactory.Terms memory terms, address box, uint256 ofRecipient, uint256 ofFee)
        private
        view
    {
        IERC20 token = IERC20(terms.token);
        require(token.balanceOf(box) == 0, "the address's balance");
        require(token.balanceOf(RECIPIENT) == ofRecipient, "the recipient's balance");
        require(token.balanceOf(FEE_RECIPIENT) == ofFee, "the fee recipient's balance");
        require(token.balanceOf(address(factory)) == 0, "the factory's balance");
    }

    function _requireCollected(DepositFactory.Terms memory terms, address box, uint256 amount) private {
        bytes memory data =
            abi.encode(terms.id, terms.token, terms.recipient, amount, terms.fee, terms.feeRecipient);
        _requireEvent(DepositFactory.DepositCollected.selector, terms, box, terms.submitter, data);
    }

    function _requireSwept(
        DepositFactory.Terms memory terms,
        address box,
        address caller,
        address token,
        uint256 amount
    ) private {
        bytes memory data = abi.encode(token, terms.recipient, amount);
        _requireEvent(DepositFactory.DepositSwept.selector, terms, box, caller, data);
    }

    function _requireEvent(
        bytes32 selector,
        DepositFactory.Terms memory terms,
        address box,
        address caller,
        bytes memory data
    ) private {
        Vm.Log[] memory logs = vm.getRecordedLogs();
        uint256 found;
        for (uint256 i = 0; i < logs.length; i++) {
            if (logs[i].emitter != address(factory)) continue;
            found++;
            require(logs[i].topics[0] == selector, "another event");
            require(logs[i].topics[1] == _hash(terms), "the event's terms");
            require(logs[i].topics[2] == bytes32(uint256(uint160(box))), "the event's address");
            require(logs[i].topics[3] == bytes32(uint256(uint160(caller))), "the event's caller");
            require(keccak256(logs[i].data) == keccak256(data), "the event's fields");
        }
        require(found == 1, "not exactly one event");
    }
}
