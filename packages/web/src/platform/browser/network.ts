/** Whether the browser says that it has no network; one that says nothing may have one. */
export const isOffline = () => navigator.onLine === false
