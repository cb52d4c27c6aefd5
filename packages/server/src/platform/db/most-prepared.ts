/** How many prepared statements a connection keeps: each keeps its plan in memory, and members' choices compose many. */
export const mostPrepared = 500
