// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.26;

import {Create2} from "@openzeppelin/contracts/utils/Create2.sol";
import {SmartWallet} from "./SmartWallet.sol";

/// @title Deploys wallets at predictable addresses (CREATE2), so that a wallet can sign before its deployment (ERC-6492).
contract SmartWalletFactory {
    /// @notice Deploys the wallet unless it exists, as ERC-6492 requires of a factory.
    function createWallet(address owner, bytes32 salt) external returns (address wallet) {
        wallet = walletOf(owner, salt);
        if (wallet.code.length == 0) new SmartWallet{salt: salt}(owner);
    }

    /// @notice The address of the wallet, deployed or not.
    function walletOf(address owner, bytes32 salt) public view returns (address) {
        bytes memory creationCode = abi.encodePacked(type(SmartWallet).creationCode, abi.encode(owner));
        return Create2.computeAddress(salt, keccak256(creationCode));
    }
}
