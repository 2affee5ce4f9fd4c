// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.26;

import {Create2} from "@openzeppelin/contracts/utils/Create2.sol";
import {SmartWallet} from "./SmartWallet.sol";

/// @title Makes wallets at addresses that are known before (CREATE2), so that a wallet can sign before it is there (ERC-6492).
contract SmartWalletFactory {
    /// @notice Makes the wallet unless it is there already, which ERC-6492 demands of a factory.
    function createWallet(address owner, bytes32 salt) external returns (address wallet) {
        wallet = walletOf(owner, salt);
        if (wallet.code.length == 0) new SmartWallet{salt: salt}(owner);
    }

    /// @notice Where the wallet is or will be.
    function walletOf(address owner, bytes32 salt) public view returns (address) {
        bytes memory creationCode = abi.encodePacked(type(SmartWallet).creationCode, abi.encode(owner));
        return Create2.computeAddress(salt, keccak256(creationCode));
    }
}
