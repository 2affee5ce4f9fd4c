// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.26;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {PaymentRouter} from "../PaymentRouter.sol";

/// @notice A token that accepts any signature, delivers another amount than it says, and calls the router back.
contract OddToken is ERC20("Odd", "ODD") {
    PaymentRouter private immutable router;
    uint256 private bonus;
    uint256 private outgoingFee;
    bytes private reentry;
    bytes public refusal;

    constructor(PaymentRouter router_) {
        router = router_;
    }

    function mint(address account, uint256 value) external {
        _mint(account, value);
    }

    function setBonus(uint256 value) external {
        bonus = value;
    }

    function setOutgoingFee(uint256 value) external {
        outgoingFee = value;
    }

    function reenterWith(bytes calldata call_) external {
        reentry = call_;
    }

    function receiveWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256,
        uint256,
        bytes32,
        bytes calldata
    ) external {
        _transfer(from, to, value);
        if (bonus > 0) _mint(to, bonus);
    }

    function _update(address from, address to, uint256 value) internal override {
        super._update(from, to, value);
        if (from == address(router) && outgoingFee > 0) super._update(from, address(0xdead), outgoingFee);
        if (reentry.length == 0 || refusal.length > 0) return;
        (bool ok, bytes memory answer) = address(router).call(reentry);
        require(!ok, "the router was re-entered");
        refusal = answer;
    }
}
