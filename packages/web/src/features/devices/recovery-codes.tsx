import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { makeRecoveryCodes, recoveryCodes } from '@papadag/contract/users/recovery-codes'
import { Button } from '@papadag/ui/button'
import { useState } from 'react'
import { useRead, useWrite } from '../../platform/data/data.ts'
import { noConnection } from '../../platform/screen/notices.ts'
import { printText } from './print-text.ts'

/** Makes codes for paper; they are shown once. */
export function RecoveryCodes() {
  const { t } = useLingui()
  const { data } = useRead(recoveryCodes, {})
  const [codes, setCodes] = useState<readonly string[]>([])
  const { mutate, isPending } = useWrite(makeRecoveryCodes, {
    failed: ({ code }) => ({
      title: msg`No codes were made`,
      serverTextOr: code === 'offline' ? noConnection : msg`Please try again later.`,
    }),
    onDone: reply => setCodes(reply.codes),
  })
  if (codes.length > 0) {
    return (
      <div className="grid gap-3" role="status">
        <p className="text-ink-2 text-sm">
          <Trans>
            You see these codes only now. Print them or copy them down. Each works once; earlier ones no longer do.
          </Trans>
        </p>
        <ul className="grid grid-cols-2 gap-2 font-[650] tabular-nums">
          {codes.map(code => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-2">
          <Button size={44} onClick={() => printText(t`Recovery codes for Papadag`, codes)}>
            <Trans>Print</Trans>
          </Button>
          <Button size={44} variant="ghost" onClick={() => setCodes([])}>
            <Trans>Done</Trans>
          </Button>
        </div>
      </div>
    )
  }
  return (
    <div className="grid gap-2">
      <p className="text-ink-2 text-sm">
        {data?.left ? (
          <Plural
            value={data.left}
            one="You have # code left. New codes replace it."
            other="You have # codes left. New ones replace them."
          />
        ) : (
          <Trans>Eight codes on paper let you in when you have neither your password nor your mail at hand.</Trans>
        )}
      </p>
      <Button size={44} className="justify-self-start" busy={isPending} onClick={() => mutate({})}>
        <Trans>Make eight codes</Trans>
      </Button>
    </div>
  )
}
