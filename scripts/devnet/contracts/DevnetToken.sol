// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.26;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ShortString, ShortStrings} from "@openzeppelin/contracts/utils/ShortStrings.sol";
import {TokenSwitches} from "./TokenSwitches.sol";

/// @title A token for local chains that anyone can mint.
/// @dev Its runtime code is copied to the real token's address. The copy includes immutables but no storage, so name,
/// symbol and decimals are immutables, each at most 31 bytes long.
contract DevnetToken is TokenSwitches {
    using ShortStrings for ShortString;

    ShortString private immutable _tokenName;
    ShortString private immutable _tokenSymbol;
    uint8 private immutable _tokenDecimals;

    constructor(string memory name_, string memory symbol_, uint8 decimals_) ERC20("", "") {
        _tokenName = ShortStrings.toShortString(name_);
        _tokenSymbol = ShortStrings.toShortString(symbol_);
        _tokenDecimals = decimals_;
    }

    function name() public view virtual override returns (string memory) {
        return _tokenName.toString();
    }

    function symbol() public view virtual override returns (string memory) {
        return _tokenSymbol.toString();
    }

    function decimals() public view virtual override returns (uint8) {
        return _tokenDecimals;
    }

    function mint(address account, uint256 value) external {
        _mint(account, value);
    }
}
