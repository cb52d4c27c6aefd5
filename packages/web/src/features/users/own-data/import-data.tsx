import { Trans, useLingui } from '@lingui/react/macro'
import { type ImportOutcome, previewImport } from '@papadag/contract/users/imports'
import { Button } from '@papadag/ui/button'
import { lazy, Suspense, useRef, useState } from 'react'
import { CallError, call } from '../../../platform/data/call.ts'
import { reasonOf } from '../../../platform/data/data.ts'
import { noConnection } from '../../../platform/screen/notices.ts'
import { type ReadExport, readExport, UnreadableExport } from './read-export.ts'

const ImportDialog = lazy(async () => ({ default: (await import('./import-dialog.tsx')).ImportDialog }))

type Chosen = { read: ReadExport; preview: ImportOutcome; fileName: string }

/** Imports another Papadag's export, after showing what that changes. */
export function ImportData() {
  const { t, i18n } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  const [isReading, setIsReading] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [chosen, setChosen] = useState<Chosen>()

  async function preview(file: File) {
    setProblem(undefined)
    setIsReading(true)
    try {
      const read = await readExport(file)
      const preview = await call(previewImport, { body: read.part })
      setChosen({ read, preview, fileName: file.name })
    } catch (error) {
      const reason =
        error instanceof UnreadableExport
          ? error.sentence
          : error instanceof CallError
            ? error.code === 'offline'
              ? noConnection
              : reasonOf(error)
            : undefined
      setProblem(
        typeof reason === 'string'
          ? reason
          : reason
            ? i18n._(reason)
            : t`This file could not be read. Please try again.`,
      )
    } finally {
      setIsReading(false)
    }
  }

  return (
    <div className="grid justify-items-start gap-2 border-line border-t-[1.5px] pt-4.5">
      <h3 className="text-lg">
        <Trans>From another Papadag</Trans>
      </h3>
      <p className="text-ink-2 text-sm">
        <Trans>
          Have you downloaded your data elsewhere? From that file we take over your profile, children, favourite places
          and reviews. First you see what changes.
        </Trans>
      </p>
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        hidden
        aria-label={t`The file from another Papadag`}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) void preview(file)
          // Allows choosing the same file again.
          currentTarget.value = ''
        }}
      />
      <Button size={44} busy={isReading} busyLabel={t`Reading...`} onClick={() => input.current?.click()}>
        <Trans>Choose the file</Trans>
      </Button>
      {problem && (
        <p role="alert" className="text-danger text-sm">
          {problem}
        </p>
      )}
      {chosen && (
        <Suspense>
          <ImportDialog {...chosen} onClose={() => setChosen(undefined)} />
        </Suspense>
      )}
    </div>
  )
}
