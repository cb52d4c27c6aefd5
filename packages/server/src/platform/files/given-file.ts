import { accessSync, constants, lstatSync, mkdirSync, realpathSync, type Stats, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { ConfigProblem } from '../config.ts'
import { errorCode } from '../error-code.ts'

/** Makes the error of a sentence that has no full stop yet. */
export type Refuse = (sentence: string) => Error

/** A file that an operator names. */
export interface GivenFile {
  size: number
  changedAtMs: number
  /** Throws if the file has changed since, so that what was read is not all of it. */
  mustBeSame(): void
}

/** Checks that a file can be read as a whole and more than once; reading a pipe or a file of the system may never end. */
export function fileToRead(path: string, refuse: Refuse): GivenFile {
  const found = statOf(path, refuse)
  const name = basename(path)
  if (!found) throw refuse(isLink(path) ? `${name} is a link to nothing` : `There is no file ${path}`)
  mustBeRegular(path, found, refuse)
  if (found.size === 0) throw refuse(`${name} is empty`)
  if (!isAllowed(path, constants.R_OK)) throw refuse(`${name} may not be read by this user`)
  return {
    size: found.size,
    changedAtMs: found.mtimeMs,
    mustBeSame() {
      const now = statSync(path, { throwIfNoEntry: false })
      if (now?.size !== found.size || now.mtimeMs !== found.mtimeMs)
        throw refuse(`${name} changed while it was read; wait until it is complete`)
    },
  }
}

/** Checks that a file can be written: a new one in a folder that exists, or one that takes the place of another. */
export function fileToWrite(path: string, refuse: Refuse): void {
  const found = statOf(path, refuse)
  if (found) mustBeRegular(path, found, refuse)
  else if (isLink(path)) throw refuse(`${basename(path)} is a link to nothing`)
  const folder = dirname(path)
  if (!statOf(folder, refuse)?.isDirectory()) throw refuse(`There is no folder ${folder}`)
  if (isOfSystem(folder)) throw refuse(`${folder} is a folder of the system`)
  if (!isAllowed(folder, constants.W_OK | constants.X_OK)) throw refuse(`This user may not write in ${folder}`)
}

/**
 * Makes a folder and those around it, one by one: Node's own way tries for ever in a folder of the system such as /proc.
 */
export function makeFolder(path: string, mode?: number, refuse: Refuse = problemOf(path)): void {
  const found = statOf(path, refuse)
  if (found?.isDirectory()) return
  if (found || isLink(path)) throw refuse(`${path} is not a folder`)
  const around = dirname(path)
  makeFolder(around, mode, refuse)
  try {
    if (isOfSystem(around)) throw refuse(`${path} would be in a folder of the system`)
    mkdirSync(path, { mode })
  } catch (error) {
    // Another process was faster.
    if (errorCode(error) === 'EEXIST' && statOf(path, refuse)?.isDirectory()) return
    throw errorCode(error) === 'EACCES' ? refuse(`This user may not write in ${around}`) : error
  }
}

const problemOf = (path: string) => (sentence: string) =>
  new ConfigProblem(`${path} must be a folder that Papadag can write to: ${sentence}.`)

function statOf(path: string, refuse: Refuse): Stats | undefined {
  try {
    return statSync(path)
  } catch (error) {
    const code = errorCode(error)
    if (code === 'ENOENT') return undefined
    if (code === 'ELOOP') throw refuse(`${path} is a link that leads to itself`)
    if (code === 'ENOTDIR') throw refuse(`${path} lies in something that is not a folder`)
    if (code === 'EACCES') throw refuse(`${path} may not be read by this user`)
    throw error
  }
}

function mustBeRegular(path: string, found: Stats, refuse: Refuse): void {
  const name = basename(path)
  if (found.isDirectory()) throw refuse(`${name} is a folder, not a file`)
  if (found.isFIFO()) throw refuse(`${name} is a pipe, not a file`)
  if (found.isSocket()) throw refuse(`${name} is a socket, not a file`)
  if (!found.isFile()) throw refuse(`${name} is a device, not a file`)
  if (isOfSystem(path)) throw refuse(`${name} is a file of the system`)
}

/** Whether the kernel generates the content, so that its size is unknown. */
function isOfSystem(path: string): boolean {
  return /^\/(proc|sys)(\/|$)/.test(realpathSync(path))
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
}

function isAllowed(path: string, how: number): boolean {
  try {
    accessSync(path, how)
    return true
  } catch {
    return false
  }
}
