/** The tag of a journey at this size: a change waits for it on a phone, and the nightly run takes every size. */
export const tagOfSize = (size: string): string[] => (size === 'phone' ? [] : ['@nightly'])

/** The sizes at which a journey is made. */
export const sizes = [
  { screen: 'phone', size: { width: 390, height: 844 } },
  { screen: 'desktop', size: { width: 1280, height: 800 } },
]
