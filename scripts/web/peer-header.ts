/** Names the remote address of a client in requests from the server to the pages' process. Never taken from a client. */
export const peerHeader = "x-till-peer";
