// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.26;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @notice A token that accepts any signature, delivers another amount than it says, or nothing, and calls the contract
/// under test back.
contract OddToken is ERC20("Odd", "ODD") {
    address private immutable target;
    uint256 private bonus;
    uint256 private outgoingFee;
    bool private isIdle;
    bool private refuses;
    address private shortchanged;
    bytes private reentry;
    bytes public refusal;

    constructor(address target_) {
        target = target_;
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

    /// @notice Transfers do nothing from now on, and say that they did.
    function idle() external {
        isIdle = true;
    }

    /// @notice Transfers do nothing from now on, and return false.
    function refuse() external {
        refuses = true;
    }

    /// @notice Transfers to an account deliver one unit less from now on.
    function shortchange(address account) external {
        shortchanged = account;
    }

    function transfer(address to, uint256 value) public override returns (bool) {
        return refuses ? false : super.transfer(to, value);
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
        if (isIdle) return;
        super._update(from, to, value);
        if (to == shortchanged) super._update(to, address(0xdead), 1);
        if (from == target && outgoingFee > 0) super._update(from, address(0xdead), outgoingFee);
        if (reentry.length == 0 || refusal.length > 0) return;
        (bool ok, bytes memory answer) = target.call(reentry);
        require(!ok, "the contract was re-entered");
        refusal = answer;
    }
}
