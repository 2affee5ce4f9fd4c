// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.26;

import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";
import {AuthorizationToken} from "./AuthorizationToken.sol";

/// @title A token with the overloads of Circle's FiatToken v2.2, which accept contract wallets' signatures (ERC-1271).
contract CircleToken is AuthorizationToken {
    constructor(
        string memory name_,
        string memory symbol_,
        uint8 decimals_,
        string memory domainName,
        string memory domainVersion
    ) AuthorizationToken(name_, symbol_, decimals_, domainName, domainVersion) {}

    function transferWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes memory signature
    ) external {
        _requireSignature(
            from,
            abi.encode(TRANSFER_WITH_AUTHORIZATION_TYPEHASH, from, to, value, validAfter, validBefore, nonce),
            signature
        );
        _transferWithAuthorization(from, to, value, validAfter, validBefore, nonce);
    }

    function receiveWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes memory signature
    ) external {
        _requireSignature(
            from,
            abi.encode(RECEIVE_WITH_AUTHORIZATION_TYPEHASH, from, to, value, validAfter, validBefore, nonce),
            signature
        );
        require(to == _msgSender(), ERC20InvalidReceiver(to));
        _transferWithAuthorization(from, to, value, validAfter, validBefore, nonce);
    }

    function cancelAuthorization(address authorizer, bytes32 nonce, bytes memory signature) external {
        _requireSignature(authorizer, abi.encode(CANCEL_AUTHORIZATION_TYPEHASH, authorizer, nonce), signature);
        _cancelAuthorization(authorizer, nonce);
    }

    function _requireSignature(address signer, bytes memory message, bytes memory signature) private view {
        bytes32 hash = _hashTypedDataV4(keccak256(message));
        require(SignatureChecker.isValidSignatureNow(signer, hash, signature), ERC3009InvalidSignature());
    }
}
