// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.26;

import {DevnetToken} from "./DevnetToken.sol";

/// @title Tether's original token, with its behaviour on Ethereum.
/// @dev `transfer`, `transferFrom` and `approve` return nothing, and a non-zero allowance must be set to zero before it
/// can be changed. Callers that expect a boolean fail with the real token, so they must fail here.
contract TetherToken is DevnetToken {
    error AllowanceNotZero();

    constructor(
        string memory name_,
        string memory symbol_,
        uint8 decimals_
    ) DevnetToken(name_, symbol_, decimals_) {}

    function transfer(address to, uint256 value) public override returns (bool) {
        super.transfer(to, value);
        _returnNothing();
    }

    function transferFrom(address from, address to, uint256 value) public override returns (bool) {
        super.transferFrom(from, to, value);
        _returnNothing();
    }

    function approve(address spender, uint256 value) public override returns (bool) {
        require(value == 0 || allowance(_msgSender(), spender) == 0, AllowanceNotZero());
        super.approve(spender, value);
        _returnNothing();
    }

    function _returnNothing() private pure {
        assembly {
            return(0, 0)
        }
    }
}
