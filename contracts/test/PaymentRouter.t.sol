// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.26;

import {ReentrancyGuard} from "@openzeppelin/contracts/utils/ReentrancyGuard.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {PaymentRouter} from "../PaymentRouter.sol";
import {CircleToken} from "till/CircleToken.sol";
import {DevnetToken} from "till/DevnetToken.sol";
import {TetherToken} from "till/TetherToken.sol";
import {SmartWallet} from "till/SmartWallet.sol";
import {OddToken} from "./OddToken.sol";
import {Vm} from "./Vm.sol";

/// @notice The guarantees of the router, each for fuzzed payments.
contract PaymentRouterTest {
    Vm private constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));
    address private constant PERMIT2 = 0x000000000022D473030F116dDEE9F6B43aC78BA3;
    bytes32 private constant RECEIVE_TYPEHASH = keccak256(
        "ReceiveWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
    );
    bytes32 private constant PERMIT_TYPEHASH = keccak256(
        "PermitTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline)TokenPermissions(address token,uint256 amount)"
    );
    bytes32 private constant PERMISSIONS_TYPEHASH = keccak256("TokenPermissions(address token,uint256 amount)");
    string private constant BYTES_SIGNATURE =
        "collectWithAuthorization((bytes32,address,address,uint256,address,uint256,address,address,uint256),bytes)";
    uint256 private constant PAYER_KEY = 0xA11CE;
    address private constant SUBMITTER = address(0x5B317);
    address private constant RECIPIENT = address(0x3E7C);
    address private constant FEE_RECIPIENT = address(0xFEE);
    uint256 private constant DONATION = 777;

    PaymentRouter private router;
    CircleToken private usdc;
    TetherToken private usdt;
    address private payer;

    enum Way {
        Key,
        Bytes,
        Permit2
    }

    function setUp() public {
        vm.warp(1_800_000_000);
        router = _deployRouter();
        usdc = new CircleToken("USD Coin", "USDC", 6, "USD Coin", "2");
        usdt = new TetherToken("Tether USD", "USDT", 18);
        payer = vm.addr(PAYER_KEY);
        bytes memory creation = vm.parseBytes(vm.readFile(".till/forge/permit2.hex"));
        vm.etch(PERMIT2, creation);
        (bool ok, bytes memory runtime) = PERMIT2.call("");
        require(ok, "Permit2 was not constructed");
        vm.etch(PERMIT2, runtime);
        // Tokens that strangers sent to the router must stay there.
        usdc.mint(address(router), DONATION);
        usdt.mint(address(router), DONATION);
    }

    // ── success ─────────────────────────────────────────────────────────────────────────────────────────────────────

    function testFuzz_movesExactlyTheSignedAmounts(uint8 way, bytes32 id, uint256 amount, uint256 fee) public {
        Way chosen = Way(way % 3);
        PaymentRouter.Payment memory payment = _payment(_tokenFor(chosen), id, amount, fee);
        _fund(payment);
        vm.recordLogs();
        _collect(payment, chosen);
        _requireBalances(payment, 0, payment.amount - payment.fee, payment.fee);
        _requireEvent(payment, chosen);
    }

    function testFuzz_recipientMayBeThePayerOrTheFeeRecipient(uint8 way, bytes32 id, uint256 amount, uint256 fee) public {
        Way chosen = Way(way % 3);
        PaymentRouter.Payment memory payment = _payment(_tokenFor(chosen), id, amount, fee);
        IERC20 token = IERC20(payment.token);
        payment.recipient = payer;
        _fund(payment);
        _collect(payment, chosen);
        require(token.balanceOf(payer) == payment.amount - payment.fee, "the payer lost more than the fee");
        payment.id = keccak256(abi.encode(id));
        payment.recipient = FEE_RECIPIENT;
        uint256 before = token.balanceOf(FEE_RECIPIENT);
        _fund(payment);
        uint256 payerBefore = token.balanceOf(payer);
        _collect(payment, chosen);
        require(token.balanceOf(FEE_RECIPIENT) - before == payment.amount, "one account did not get both parts");
        require(payerBefore - token.balanceOf(payer) == payment.amount, "the payer lost another amount");
        require(token.balanceOf(address(router)) == DONATION, "the router's balance changed");
    }

    function testFuzz_contractWalletPaysByBytes(bytes32 id, uint256 amount, uint256 fee) public {
        SmartWallet wallet = new SmartWallet(payer);
        PaymentRouter.Payment memory payment = _payment(address(usdc), id, amount, fee);
        payment.payer = address(wallet);
        _fund(payment);
        bytes memory signature = _sign(_digest(payment, Way.Bytes), PAYER_KEY);
        vm.prank(SUBMITTER);
        router.collectWithAuthorization(payment, signature);
        _requireBalances(payment, 0, payment.amount - payment.fee, payment.fee);
    }

    // ── nothing moves without the payer's signature over exactly this payment ──────────────────────────────────────────

    function testFuzz_anyChangedFieldReverts(uint8 way, uint8 field, bytes32 id, uint256 amount, uint256 fee, uint160 other) public {
        Way chosen = Way(way % 3);
        PaymentRouter.Payment memory payment = _payment(_tokenFor(chosen), id, amount, fee);
        _fund(payment);
        bytes memory signature = _signature(payment, chosen);
        address sender = SUBMITTER;
        address changed = address(uint160(0x10000) + other % type(uint128).max);
        uint8 which = field % 9;
        if (which == 0) payment.id = keccak256(abi.encode(payment.id));
        if (which == 1) payment.payer = changed;
        if (which == 2) payment.token = address(new CircleToken("USD Coin", "USDC", 6, "USD Coin", "2"));
        if (which == 3) payment.amount -= payment.amount == payment.fee || payment.amount == 1 ? 0 : 1;
        if (which == 4) payment.recipient = changed;
        if (which == 5) payment.fee = payment.fee == 0 ? 1 : payment.fee - 1;
        if (which == 6) payment.feeRecipient = changed;
        if (which == 7) (payment.submitter, sender) = (changed, changed);
        if (which == 8) payment.validBefore += 1;
        if (which == 3 && (payment.amount == payment.fee || payment.amount == 1)) return;
        _send(payment, chosen, signature, sender, true);
        require(IERC20(_tokenFor(chosen)).balanceOf(payer) >= payment.amount, "the payer lost tokens");
    }

    function testFuzz_anotherKeyReverts(uint8 way, bytes32 id, uint256 amount, uint256 fee, uint128 key) public {
        Way chosen = Way(way % 3);
        uint256 stranger = uint256(key) + 1;
        vm.assume(stranger != PAYER_KEY);
        PaymentRouter.Payment memory payment = _payment(_tokenFor(chosen), id, amount, fee);
        _fund(payment);
        _send(payment, chosen, _sign(_digest(payment, chosen), stranger), SUBMITTER, true);
    }

    function testFuzz_onlyTheSubmitterExecutes(uint8 way, bytes32 id, uint256 amount, uint256 fee, address caller) public {
        vm.assume(caller != SUBMITTER);
        Way chosen = Way(way % 3);
        PaymentRouter.Payment memory payment = _payment(_tokenFor(chosen), id, amount, fee);
        _fund(payment);
        _send(payment, chosen, _signature(payment, chosen), caller, true);
    }

    function testFuzz_aPaymentIsExecutedOnce(uint8 way, bytes32 id, uint256 amount, uint256 fee) public {
        Way chosen = Way(way % 3);
        PaymentRouter.Payment memory payment = _payment(_tokenFor(chosen), id, amount, fee);
        _fund(payment);
        bytes memory signature = _signature(payment, chosen);
        _send(payment, chosen, signature, SUBMITTER, false);
        _fund(payment);
        _send(payment, chosen, signature, SUBMITTER, true);
    }

    function testFuzz_oneMethodDoesNotOpenTheOther(bytes32 id, uint256 amount, uint256 fee) public {
        PaymentRouter.Payment memory payment = _payment(address(usdc), id, amount, fee);
        require(
            router.commitmentOf(PaymentRouter.Method.Eip3009, payment)
                != router.commitmentOf(PaymentRouter.Method.Permit2, payment),
            "both methods have one commitment"
        );
        _fund(payment);
        bytes memory byKey = _signature(payment, Way.Key);
        _send(payment, Way.Permit2, byKey, SUBMITTER, true);
    }

    function testFuzz_aSignatureIsForOneChainAndOneRouter(uint8 way, bytes32 id, uint256 amount, uint256 fee) public {
        Way chosen = Way(way % 3);
        PaymentRouter.Payment memory payment = _payment(_tokenFor(chosen), id, amount, fee);
        _fund(payment);
        bytes memory signature = _signature(payment, chosen);
        PaymentRouter original = router;
        router = _deployRouter();
        _send(payment, chosen, signature, SUBMITTER, true);
        router = original;
        vm.chainId(99);
        _send(payment, chosen, signature, SUBMITTER, true);
    }

    function testFuzz_noExecutionAtOrAfterValidBefore(uint8 way, bytes32 id, uint256 amount, uint256 fee, uint32 late) public {
        Way chosen = Way(way % 3);
        PaymentRouter.Payment memory payment = _payment(_tokenFor(chosen), id, amount, fee);
        _fund(payment);
        bytes memory signature = _signature(payment, chosen);
        vm.warp(payment.validBefore + late);
        _send(payment, chosen, signature, SUBMITTER, true);
        vm.warp(payment.validBefore - 1);
        _send(payment, chosen, signature, SUBMITTER, false);
    }

    // ── tokens that misbehave, recipients that refuse ─────────────────────────────────────────────────────────────────

    function testFuzz_aTokenThatKeepsAFeeReverts(bytes32 id, uint256 amount, uint16 bps) public {
        PaymentRouter.Payment memory payment = _payment(address(usdc), id, 10_000 + amount % 1e18, 0);
        _fund(payment);
        usdc.setFeeBps(uint16(1 + bps % 10_000));
        _send(payment, Way.Key, _signature(payment, Way.Key), SUBMITTER, true);
        require(usdc.balanceOf(payer) == payment.amount, "the payer lost tokens");
    }

    function testFuzz_aRefusingRecipientRevertsEverything(uint8 way, bytes32 id, uint256 amount, uint256 fee, bool isFee) public {
        Way chosen = Way(way % 3);
        PaymentRouter.Payment memory payment = _payment(_tokenFor(chosen), id, 2 + amount % 1e30, 0);
        payment.fee = 1 + fee % (payment.amount - 1);
        _fund(payment);
        DevnetToken(payment.token).setFrozen(isFee ? FEE_RECIPIENT : RECIPIENT, true);
        _send(payment, chosen, _signature(payment, chosen), SUBMITTER, true);
        _requireBalances(payment, payment.amount, 0, 0);
    }

    function test_aPausedTokenReverts() public {
        PaymentRouter.Payment memory payment = _exact(address(usdc), "paused", 5, 1);
        _fund(payment);
        usdc.setPaused(true);
        _send(payment, Way.Key, _signature(payment, Way.Key), SUBMITTER, true);
    }

    function test_aReenteringTokenIsRefused() public {
        OddToken token = new OddToken(address(router));
        PaymentRouter.Payment memory payment = _exact(address(token), "inner", 1_000, 10);
        payment.submitter = address(token);
        token.mint(payer, 5_000);
        token.reenterWith(abi.encodeWithSignature(BYTES_SIGNATURE, payment, ""));
        payment.id = "outer";
        payment.submitter = SUBMITTER;
        vm.prank(SUBMITTER);
        router.collectWithAuthorization(payment, "");
        require(bytes4(token.refusal()) == ReentrancyGuard.ReentrancyGuardReentrantCall.selector, "another refusal");
        require(token.balanceOf(RECIPIENT) == 990 && token.balanceOf(FEE_RECIPIENT) == 10, "other amounts moved");
        require(token.balanceOf(payer) == 4_000, "the payer paid twice");
    }

    function test_aTokenThatDeliversLessOrMoreIsRefused() public {
        PaymentRouter.Payment memory payment = _exact(address(usdc), "less", 10_000, 10);
        usdc.mint(address(router), 1e18);
        usdc.setFeeBps(1);
        _fund(payment);
        _refuse(payment, PaymentRouter.WrongAmountReceived.selector);
        OddToken odd = new OddToken(address(router));
        odd.mint(payer, 10_000);
        odd.setBonus(1);
        payment.token = address(odd);
        vm.expectPartialRevert(PaymentRouter.WrongAmountReceived.selector);
        vm.prank(SUBMITTER);
        router.collectWithAuthorization(payment, "");
    }

    function test_aTokenThatTakesMoreThanIsSentIsRefused() public {
        OddToken odd = new OddToken(address(router));
        PaymentRouter.Payment memory payment = _exact(address(odd), "more", 10_000, 10);
        odd.mint(payer, 10_000);
        odd.mint(address(router), DONATION);
        odd.setOutgoingFee(1);
        vm.expectPartialRevert(PaymentRouter.BalanceChanged.selector);
        vm.prank(SUBMITTER);
        router.collectWithAuthorization(payment, "");
    }

    // ── bounds ────────────────────────────────────────────────────────────────────────────────────────────────────────

    function test_refusesRecipientsThatCantReceive() public {
        address[3] memory bad = [address(0), address(router), address(usdc)];
        for (uint256 i = 0; i < 3; i++) {
            PaymentRouter.Payment memory payment = _exact(address(usdc), bytes32(i), 5, 1);
            payment.recipient = bad[i];
            _fund(payment);
            _refuse(payment, PaymentRouter.InvalidRecipient.selector);
            payment.recipient = RECIPIENT;
            payment.feeRecipient = bad[i];
            _refuse(payment, PaymentRouter.InvalidRecipient.selector);
        }
    }

    function test_aFeeOfZeroNeedsNoRecipient() public {
        PaymentRouter.Payment memory payment = _exact(address(usdc), "free", 5, 0);
        payment.feeRecipient = address(0);
        _fund(payment);
        _collect(payment, Way.Key);
        require(usdc.balanceOf(RECIPIENT) == 5, "the recipient did not get all");
    }

    function test_aFeeOfEverythingLeavesNothingForTheRecipient() public {
        PaymentRouter.Payment memory payment = _exact(address(usdt), "fee", 5, 5);
        _fund(payment);
        _collect(payment, Way.Permit2);
        require(usdt.balanceOf(FEE_RECIPIENT) == 5 && usdt.balanceOf(RECIPIENT) == 0, "other amounts moved");
    }

    function test_refusesZeroAndFeesAboveTheAmount() public {
        PaymentRouter.Payment memory payment = _exact(address(usdc), "zero", 5, 0);
        payment.amount = 0;
        _refuse(payment, PaymentRouter.ZeroAmount.selector);
        payment.amount = 5;
        payment.fee = 6;
        _refuse(payment, PaymentRouter.FeeExceedsAmount.selector);
    }

    function test_takesNoNativeCoin() public {
        (bool ok,) = address(router).call{value: 1}("");
        require(!ok, "the router took native coin");
    }

    function testFuzz_theCommitmentCoversChainRouterMethodAndPayment(uint8 method, bytes32 id, uint64 chain) public {
        vm.assume(chain != 0);
        vm.chainId(chain);
        PaymentRouter.Payment memory payment = _payment(address(usdc), id, uint256(id), uint256(id) >> 128);
        PaymentRouter.Method chosen = PaymentRouter.Method(method % 2);
        bytes32 expected = keccak256(abi.encode(uint256(chain), address(router), uint256(chosen), payment));
        require(router.commitmentOf(chosen, payment) == expected, "the commitment");
    }

    function test_aForgedEventHasAnotherCommitment() public {
        PaymentRouter.Payment memory payment = _exact(address(usdc), "real", 1_000_000, 0);
        PaymentRouter.Payment memory forged = payment;
        DevnetToken worthless = new DevnetToken("USD Coin", "USDC", 6);
        bytes32 real = router.commitmentOf(PaymentRouter.Method.Permit2, payment);
        forged.token = address(worthless);
        forged.submitter = address(this);
        require(router.commitmentOf(PaymentRouter.Method.Permit2, forged) != real, "a forged event has the commitment");
    }

    /// @dev Deploys the committed init code, not what this compiler makes of the source.
    function _deployRouter() private returns (PaymentRouter deployed) {
        bytes memory code = vm.parseJsonBytes(vm.readFile("contracts/payment-router.json"), ".initCode");
        address created;
        assembly ("memory-safe") {
            created := create(0, add(code, 32), mload(code))
        }
        require(created != address(0), "the router was not deployed");
        deployed = PaymentRouter(created);
    }

    // ── how a payment is made, signed and sent ───────────────────────────────────────────────────────────────────────

    function _payment(address token, bytes32 id, uint256 amount, uint256 fee)
        private
        view
        returns (PaymentRouter.Payment memory payment)
    {
        payment.id = id;
        payment.payer = payer;
        payment.token = token;
        payment.amount = 1 + amount % 1e36;
        payment.recipient = RECIPIENT;
        payment.fee = fee % (payment.amount + 1);
        payment.feeRecipient = FEE_RECIPIENT;
        payment.submitter = SUBMITTER;
        payment.validBefore = block.timestamp + 600;
    }

    function _exact(address token, bytes32 id, uint256 amount, uint256 fee)
        private
        view
        returns (PaymentRouter.Payment memory payment)
    {
        payment = _payment(token, id, 0, 0);
        payment.amount = amount;
        payment.fee = fee;
    }

    function _tokenFor(Way way) private view returns (address) {
        return way == Way.Permit2 ? address(usdt) : address(usdc);
    }

    function _fund(PaymentRouter.Payment memory payment) private {
        DevnetToken(payment.token).mint(payment.payer, payment.amount);
        if (payment.token != address(usdt)) return;
        if (usdt.allowance(payer, PERMIT2) == 0) {
            vm.prank(payer);
            (bool ok,) = address(usdt).call(abi.encodeCall(IERC20.approve, (PERMIT2, type(uint256).max)));
            require(ok, "no allowance");
        }
    }

    function _methodOf(Way way) private pure returns (PaymentRouter.Method) {
        return way == Way.Permit2 ? PaymentRouter.Method.Permit2 : PaymentRouter.Method.Eip3009;
    }

    function _digest(PaymentRouter.Payment memory payment, Way way) private view returns (bytes32) {
        bytes32 commitment = router.commitmentOf(_methodOf(way), payment);
        bytes32 domain;
        bytes32 message;
        if (way == Way.Permit2) {
            (, bytes memory answer) = PERMIT2.staticcall(abi.encodeWithSignature("DOMAIN_SEPARATOR()"));
            domain = abi.decode(answer, (bytes32));
            bytes32 permissions = keccak256(abi.encode(PERMISSIONS_TYPEHASH, payment.token, payment.amount));
            message = keccak256(
                abi.encode(PERMIT_TYPEHASH, permissions, address(router), uint256(commitment), payment.validBefore)
            );
        } else {
            domain = CircleToken(payment.token).DOMAIN_SEPARATOR();
            message = keccak256(
                abi.encode(
                    RECEIVE_TYPEHASH, payment.payer, address(router), payment.amount, 0, payment.validBefore, commitment
                )
            );
        }
        return keccak256(abi.encodePacked("\x19\x01", domain, message));
    }

    function _sign(bytes32 digest, uint256 key) private pure returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, digest);
        return abi.encodePacked(r, s, v);
    }

    function _signature(PaymentRouter.Payment memory payment, Way way) private view returns (bytes memory) {
        return _sign(_digest(payment, way), PAYER_KEY);
    }

    function _collect(PaymentRouter.Payment memory payment, Way way) private {
        _send(payment, way, _signature(payment, way), payment.submitter, false);
    }

    function _refuse(PaymentRouter.Payment memory payment, bytes4 selector) private {
        bytes memory signature = _signature(payment, Way.Bytes);
        vm.expectPartialRevert(selector);
        vm.prank(SUBMITTER);
        router.collectWithAuthorization(payment, signature);
    }

    function _send(
        PaymentRouter.Payment memory payment,
        Way way,
        bytes memory signature,
        address sender,
        bool mustRevert
    ) private {
        bytes memory call_;
        if (way == Way.Permit2) {
            call_ = abi.encodeCall(PaymentRouter.collectWithPermit2, (payment, signature));
        } else if (way == Way.Bytes) {
            call_ = abi.encodeWithSignature(
                BYTES_SIGNATURE, payment, signature
            );
        } else {
            bytes32 r;
            bytes32 s;
            uint8 v;
            assembly ("memory-safe") {
                r := mload(add(signature, 32))
                s := mload(add(signature, 64))
                v := byte(0, mload(add(signature, 96)))
            }
            call_ = abi.encodeWithSignature(
                "collectWithAuthorization((bytes32,address,address,uint256,address,uint256,address,address,uint256),uint8,bytes32,bytes32)",
                payment, v, r, s
            );
        }
        uint256 before = IERC20(payment.token).balanceOf(address(router));
        vm.prank(sender);
        (bool ok,) = address(router).call(call_);
        require(ok != mustRevert, mustRevert ? "it was executed" : "it was refused");
        require(IERC20(payment.token).balanceOf(address(router)) == before, "the router's balance changed");
    }

    function _requireBalances(PaymentRouter.Payment memory payment, uint256 ofPayer, uint256 ofRecipient, uint256 ofFee)
        private
        view
    {
        IERC20 token = IERC20(payment.token);
        require(token.balanceOf(payment.payer) == ofPayer, "the payer's balance");
        require(token.balanceOf(RECIPIENT) == ofRecipient, "the recipient's balance");
        require(token.balanceOf(FEE_RECIPIENT) == ofFee, "the fee recipient's balance");
        require(token.balanceOf(address(router)) == DONATION, "the router's balance");
    }

    function _requireEvent(PaymentRouter.Payment memory payment, Way way) private {
        Vm.Log[] memory logs = vm.getRecordedLogs();
        uint256 found;
        for (uint256 i = 0; i < logs.length; i++) {
            if (logs[i].emitter != address(router)) continue;
            found++;
            require(logs[i].topics[0] == PaymentRouter.PaymentCollected.selector, "another event");
            require(logs[i].topics[1] == router.commitmentOf(_methodOf(way), payment), "the event's commitment");
            require(logs[i].topics[2] == bytes32(uint256(uint160(payment.submitter))), "the event's submitter");
            require(logs[i].topics[3] == bytes32(uint256(uint160(payment.payer))), "the event's payer");
            bytes memory data = abi.encode(
                payment.id, payment.recipient, payment.token, payment.amount, payment.fee, payment.feeRecipient
            );
            require(keccak256(logs[i].data) == keccak256(data), "the event's fields");
        }
        require(found == 1, "not exactly one event");
    }
}
