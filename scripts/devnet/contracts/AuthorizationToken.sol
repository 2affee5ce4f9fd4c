// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.26;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC3009} from "@openzeppelin/contracts/token/ERC20/extensions/draft-ERC3009.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {Nonces} from "@openzeppelin/contracts/utils/Nonces.sol";
import {DevnetToken} from "./DevnetToken.sol";
import {TokenSwitches} from "./TokenSwitches.sol";

/// @title A token with ERC-3009 authorizations and ERC-2612 permits.
/// @dev Implements permit itself, because OpenZeppelin's ERC20Permit fixes the domain's version at "1".
contract AuthorizationToken is ERC3009, DevnetToken, Nonces {
    bytes32 internal constant PERMIT_TYPEHASH =
        keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");

    error ERC2612ExpiredSignature(uint256 deadline);
    error ERC2612InvalidSigner(address signer, address owner);

    constructor(
        string memory name_,
        string memory symbol_,
        uint8 decimals_,
        string memory domainName,
        string memory domainVersion
    ) DevnetToken(name_, symbol_, decimals_) EIP712(domainName, domainVersion) {}

    function name() public view override(ERC20, DevnetToken) returns (string memory) {
        return super.name();
    }

    function symbol() public view override(ERC20, DevnetToken) returns (string memory) {
        return super.symbol();
    }

    function decimals() public view override(ERC20, DevnetToken) returns (uint8) {
        return super.decimals();
    }

    function permit(
        address owner,
        address spender,
        uint256 value,
        uint256 deadline,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) public virtual {
        require(block.timestamp <= deadline, ERC2612ExpiredSignature(deadline));
        bytes32 hash = _hashTypedDataV4(
            keccak256(abi.encode(PERMIT_TYPEHASH, owner, spender, value, _useNonce(owner), deadline))
        );
        address signer = ECDSA.recover(hash, v, r, s);
        require(signer == owner, ERC2612InvalidSigner(signer, owner));
        _approve(owner, spender, value);
    }

    function _update(address from, address to, uint256 value) internal override(ERC20, TokenSwitches) {
        super._update(from, to, value);
    }

    // solhint-disable-next-line func-name-mixedcase
    function DOMAIN_SEPARATOR() external view returns (bytes32) {
        return _domainSeparatorV4();
    }
}
