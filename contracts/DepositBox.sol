// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Address} from "@openzeppelin/contracts/utils/Address.sol";

/// @title DepositBox
/// @notice The code of every deposit address. Pays what the address holds, to where its factory says.
/// @dev Used through EIP-1167 clones, whose storage and balance are their own. Keeps no state: the factory knows the terms.
contract DepositBox {
    using SafeERC20 for IERC20;

    address private immutable FACTORY = msg.sender;

    /// @notice Only the factory moves what a box holds.
    error NotFactory(address caller);

    /// @notice Native coin may also arrive once the box has code; {DepositFactory-sweep} moves it.
    receive() external payable {}

    /// @notice Pays from this box.
    /// @param token The token's contract; zero for the native coin.
    /// @param to The account that receives.
    /// @param amount Smallest units.
    function pay(address token, address to, uint256 amount) external {
        if (msg.sender != FACTORY) revert NotFactory(msg.sender);
        if (token == address(0)) Address.sendValue(payable(to), amount);
        else IERC20(token).safeTransfer(to, amount);
    }
}
