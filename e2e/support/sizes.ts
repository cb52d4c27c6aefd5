/** The tag of a journey at this size: a change waits for it on a phone, and the nightly run takes every size. */
export const tagOfSize = (size: string): string[] => (size === 'phone' ? [] : ['@nightly'])
