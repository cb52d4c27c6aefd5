/** The code of an error of Node or a library, such as `ENOENT`; undefined for any other. */
export function errorCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
