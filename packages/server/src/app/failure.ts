import { ImportProblem } from '../features/import/osm-object.ts'
import { MapProblem } from '../features/map/map-problem.ts'
import { ConfigProblem } from '../platform/config.ts'
import { StartCrash } from '../platform/db/embedded/start-crash.ts'
import { MigrationProblem } from '../platform/db/migrate.ts'
import { redact } from '../platform/files/redact.ts'

const problems = [ConfigProblem, MigrationProblem, ImportProblem, MapProblem, StartCrash]

/** What the system says about a file, as the end of a sentence that begins with its path. */
const ofFiles: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EACCES: 'may not be read or written by this user',
  EPERM: 'may not be changed by this user',
  EISDIR: 'is a folder',
  ENOTDIR: 'lies in something that is not a folder',
  EEXIST: 'exists already and is not a folder',
  ELOOP: 'is a link that leads to itself',
  ENAMETOOLONG: 'is too long a name',
  EROFS: 'is on a disk that can only be read',
  ENOSPC: 'is on a disk that is full',
  EDQUOT: 'is on a disk that is full for this user',
  EFBIG: 'is larger than the disk allows',
  EIO: 'is on a disk that fails',
  ENXIO: 'is not a file',
  ENODEV: 'is not a file',
  EINVAL: 'is not a file that can be used here',
  EMFILE: 'cannot be opened, since too many files are open',
}

/** A problem that the operator can mend is one sentence; any other error keeps its stack. No secret is in either. */
export function failure(error: unknown): string {
  if (!(error instanceof Error)) return redact(String(error))
  if (problems.some(kind => error instanceof kind)) return redact(error.message)
  return redact(ofSystem(error) ?? error.stack ?? error.message)
}

function ofSystem(error: Error): string | undefined {
  if (!('code' in error) || !('syscall' in error)) return undefined
  const what = ofFiles[String(error.code)]
  const path = 'path' in error ? String(error.path) : 'The file'
  return what === undefined ? undefined : `${path} ${what}.`
}
