import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { codeByLink } from '@papadag/contract/codes'
import { Button } from '@papadag/ui/button'
import { ErrorState } from '@papadag/ui/states/error-state'
import { useState } from 'react'
import { reasonOf, useRead } from '../../platform/data/data.ts'
import { translate } from '../../platform/language/translate.ts'
import { runsAsApp } from '../../platform/screen/install.ts'
import { noConnection } from '../../platform/screen/notices.ts'
import { BrokenLink } from './broken-link.tsx'
import { useCodeLogin } from './use-code-login.ts'

type Props = { token: string; onDone: () => void; onAskAgain: () => void }

/** The code behind a mailed link: used at once in the browser that asked for it, shown in any other. */
export function LinkedCode({ token, onDone, onAskAgain }: Props) {
  const { t } = useLingui()
  const { data, error, refetch } = useRead(codeByLink, { params: { token } }, { enabled: token !== '' })
  const login = useCodeLogin(onDone)
  const refusal = login.error ?? (data ? null : error)

  if (token === '' || refusal?.code === 'recovery.unknownToken' || refusal?.code === 'auth.wrongCode')
    return <BrokenLink onAskAgain={onAskAgain} label={<Trans>Send me a code</Trans>} />
  if (refusal) {
    return (
      <ErrorState
        heading="h1"
        title={t`This did not work`}
        retryLabel={t`Retry`}
        onRetry={() => (data ? login.mutate({ body: { code: data.code, remember: runsAsApp() } }) : void refetch())}
      >
        {translate(refusal.code === 'offline' ? noConnection : (reasonOf(refusal) ?? msg`Please try again later.`))}
      </ErrorState>
    )
  }
  return (
    <div className="grid grid-cols-1 gap-3.5">
      <h1>
        <Trans>Your code</Trans>
      </h1>
      {!data ? (
        <p role="status">
          <Trans>Loading...</Trans>
        </p>
      ) : data.isAsking ? (
        <Button
          variant="do"
          className="w-full"
          busy={login.isPending}
          busyLabel={t`Logging in...`}
          onClick={() => login.mutate({ body: { code: data.code, remember: runsAsApp() } })}
        >
          <Trans>Log in</Trans>
        </Button>
      ) : (
        <Shown code={data.code} />
      )}
    </div>
  )
}

function Shown({ code }: { code: string }) {
  const [isCopied, setIsCopied] = useState(false)
  async function copy() {
    try {
      await navigator.clipboard.writeText(code)
      setIsCopied(true)
    } catch {
      // The clipboard is blocked, or missing on plain http: he types it.
    }
  }
  return (
    <>
      <p className="font-[750] text-[2rem] tabular-nums">{code}</p>
      <p className="text-ink-2">
        <Trans>
          Type it where you asked for it, for instance in the app: it works only there. Give it to nobody, not even to
          somebody who calls.
        </Trans>
      </p>
      <Button variant="secondary" className="w-full" onClick={copy}>
        {isCopied ? <Trans>Copied</Trans> : <Trans>Copy</Trans>}
      </Button>
    </>
  )
}
