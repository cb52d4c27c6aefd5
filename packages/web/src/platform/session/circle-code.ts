/** The code in a link to the door of a circle, such as that of a letter. */
export function codeIn(path: string): string | undefined {
  const { pathname, searchParams } = new URL(path, location.origin)
  return (pathname === '/circles' && searchParams.get('code')) || undefined
}

let cameWith: string | undefined

/** Lets the door open without another tap to whoever has registered with its code in this tab. */
export function openOnArrival(code: string) {
  cameWith = code
}

export const isOpenOnArrival = (code: string): boolean => cameWith === code

/** Once he has arrived, the door is as for anybody. */
export function haveArrived() {
  cameWith = undefined
}
