import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { currentUser } from '@papadag/contract/auth'
import { askHandover, handoverState } from '@papadag/contract/users/handover'
import { Button } from '@papadag/ui/button'
import { QRCodeSVG } from 'qrcode.react'
import { useEffect, useState } from 'react'
import { CallError, call } from '../../platform/data/call.ts'
import { reasonOf, useWrite } from '../../platform/data/data.ts'
import { translate } from '../../platform/language/translate.ts'
import { pathTo } from '../../platform/navigation/routes.ts'
import { noConnection } from '../../platform/screen/notices.ts'
import { tellChosenLanguage } from '../../platform/session/choose-language.ts'
import { enter } from '../../platform/session/session.ts'

const askEveryMs = 2000

type State = 'waiting' | 'refused' | 'over'

/** Shows a code that lets this browser in once a device of his has taken it. */
export function HandoverCode() {
  const { t } = useLingui()
  const [state, setState] = useState<State>('waiting')
  const { mutate, data, isPending, error, reset } = useWrite(askHandover, { onDone: () => setState('waiting') })

  useEffect(() => {
    if (!data || state !== 'waiting') return
    const timer = setInterval(() => void poll(), askEveryMs)
    async function poll() {
      try {
        const { state: now } = await call(handoverState, {})
        if (now === 'waiting') return
        clearInterval(timer)
        if (now === 'refused') return setState('refused')
        enter(await call(currentUser, {}))
        tellChosenLanguage()
      } catch (failure) {
        // Without a network it goes on asking.
        if (failure instanceof CallError && failure.status === 404) setState('over')
      }
    }
    return () => clearInterval(timer)
  }, [data, state])

  const refusal =
    error && translate(error.code === 'offline' ? noConnection : (reasonOf(error) ?? msg`Please try again later.`))
  return (
    <div className="grid grid-cols-1 gap-3.5">
      <h1>
        <Trans>Log in with another device</Trans>
      </h1>
      <p className="text-ink-2">
        <Trans>
          On a device where you are logged in, open Settings, Account, “Let in another device”, and type the code. Or
          scan it with the camera.
        </Trans>
      </p>
      {data && state === 'waiting' ? (
        <div role="status" className="grid justify-items-center gap-3">
          <QRCodeSVG
            value={`${location.origin}${pathTo('profile', {}, { tab: 'settings', section: 'devices', letIn: data.code })}`}
            size={176}
            marginSize={4}
            title={t`The code as a picture, for the camera`}
          />
          <p className="whitespace-nowrap font-[750] text-[min(2rem,10vw)] tabular-nums">{data.code}</p>
          <p className="text-ink-2 text-sm">
            <Trans>It works for a minute. This screen goes on by itself.</Trans>
          </p>
        </div>
      ) : (
        <>
          <p role="status" className="empty:hidden">
            {refusal}
            {state === 'refused' && <Trans>This device was refused.</Trans>}
            {state === 'over' && <Trans>The minute is over.</Trans>}
          </p>
          <Button
            variant="do"
            className="w-full"
            busy={isPending}
            onClick={() => {
              reset()
              mutate({})
            }}
          >
            <Trans>Show a code</Trans>
          </Button>
        </>
      )}
    </div>
  )
}
