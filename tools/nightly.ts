/** Whether this is the nightly run (`npm run test:nightly`), which also takes what a change should not wait for. */
export const isNightly = Boolean(process.env.NIGHTLY)
