// The projects of the gate as `npm run check -- mutations` runs them, with the recording of their reach if requested.
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import gate from '../../vitest.config.ts'
import { instrument } from './instrument.ts'

const isForReach = process.env.MUTANTS_REACH !== undefined
// Vitest refuses a run of projects with different numbers of workers, and a refused run tells nothing.
const maxWorkers = isForReach ? availableParallelism() : 1
const wanted = ['server', 'web', 'contract']
const root = fileURLToPath(new URL('../..', import.meta.url))

export default defineConfig({
  ...gate,
  root,
  test: {
    ...gate.test,
    maxWorkers,
    retry: 0,
    reporters: [],
    projects: (gate.test?.projects ?? []).flatMap(project => {
      if (typeof project !== 'object' || !('test' in project) || !wanted.includes(String(project.test?.name))) return []
      const { setupFiles = [], ...test } = project.test ?? {}
      return [
        {
          ...project,
          // The packages of a copy are links to those of the tree.
          server: { fs: { strict: false } },
          plugins: isForReach ? [instrument(root)] : [],
          test: {
            ...test,
            maxWorkers,
            retry: 0,
            ...(!isForReach && { testTimeout: 45_000, hookTimeout: 45_000 }),
            setupFiles: [...[setupFiles].flat(), ...(isForReach ? [`${root}scripts/mutants/write-reach.ts`] : [])],
          },
        },
      ]
    }),
  },
})
