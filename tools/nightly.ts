/** Whether this is the nightly run (`npm run test:nightly`), which also takes what a change should not wait for. */
export const isNightly = Boolean(process.env.NIGHTLY)

/** How often a test provokes a race. A change waits for a few rounds; the nightly run and `npm run check -- waiting` take twenty. */
export const rounds = isNightly ? 20 : 3
