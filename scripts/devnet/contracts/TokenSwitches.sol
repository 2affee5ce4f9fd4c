// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.26;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @title The powers of a token's issuer, as switches that anyone can set. All are off initially.
/// @dev The code replaces contracts that already have storage, so the switches use a namespaced slot (ERC-7201).
abstract contract TokenSwitches is ERC20 {
    /// @custom:storage-location erc7201:till.devnet.switches
    struct Switches {
        mapping(address account => bool) frozen;
        bool paused;
        uint16 feeBps;
    }

    /// @dev keccak256(abi.encode(uint256(keccak256("till.devnet.switches")) - 1)) & ~bytes32(uint256(0xff))
    bytes32 private constant SWITCHES = 0x9594d3c3c059377fef321eccdfb25a092777e22e372269daefb3357db024d200;
    /// @dev The account that receives the fees.
    address private constant ISSUER = 0x000000000000000000000000000000000015500E;

    /// @notice Blocks an account from sending and receiving, like a blacklist.
    function setFrozen(address account, bool isFrozen) external {
        _switches().frozen[account] = isFrozen;
    }

    /// @notice Stops every transfer.
    function setPaused(bool isPaused) external {
        _switches().paused = isPaused;
    }

    /// @notice Sets a fee in basis points that is deducted from each transfer.
    function setFeeBps(uint16 feeBps) external {
        require(feeBps <= 10_000);
        _switches().feeBps = feeBps;
    }

    function _update(address from, address to, uint256 value) internal virtual override {
        Switches storage switches = _switches();
        // The words of Circle's FiatToken.
        require(!switches.paused, "Pausable: paused");
        require(!switches.frozen[from], "Blacklistable: account is blacklisted");
        require(!switches.frozen[to], "Blacklistable: account is blacklisted");
        uint256 fee = from == address(0) || to == address(0) ? 0 : (value * switches.feeBps) / 10_000;
        if (fee > 0) super._update(from, ISSUER, fee);
        super._update(from, to, value - fee);
    }

    function _switches() private pure returns (Switches storage switches) {
        assembly {
            switches.slot := SWITCHES
        }
    }
}
