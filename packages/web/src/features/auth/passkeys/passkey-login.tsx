import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { logInWithPasskey } from '@papadag/contract/passkeys'
import { Button } from '@papadag/ui/button'
import { useEffect, useRef, useState } from 'react'
import { CallError } from '../../../platform/data/call.ts'
import { useWrite } from '../../../platform/data/data.ts'
import { noConnection, notify } from '../../../platform/screen/notices.ts'
import { tellChosenLanguage } from '../../../platform/session/choose-language.ts'
import { enter } from '../../../platform/session/session.ts'
import type { Proof } from './ceremonies.ts'

const ceremonies = () => import('./ceremonies.ts')

const failed = ({ code }: Pick<CallError, 'code'>) => ({
  title: msg`Login failed`,
  serverTextOr: code === 'offline' ? noConnection : msg`Please try again later.`,
})

type Props = {
  hasMail: boolean
  /** Whether this browser is to stay logged in. */
  remember: boolean
}

/** Logs in with a passkey: one that the browser offers in the field of the username, or with this button. */
export function PasskeyLogin({ hasMail, remember }: Props) {
  const { t } = useLingui()
  const [isAsking, setIsAsking] = useState(false)
  const [isMoved, setIsMoved] = useState(false)
  // Each refusal offers them anew, since the browser has shown its choice.
  const [round, setRound] = useState(0)
  const { mutate, isPending } = useWrite(logInWithPasskey, {
    done: ({ firstName }) => ({ title: msg`Login successful`, description: msg`Welcome back, ${firstName}!` }),
    failed,
    onDone: user => {
      enter(user)
      tellChosenLanguage()
    },
    onFailed: () => setRound(now => now + 1),
  })
  const send = useRef((_proof: Proof) => {})
  send.current = proof => mutate({ body: { ...proof, remember } })

  // biome-ignore lint/correctness/useExhaustiveDependencies: a round is another offer
  useEffect(() => {
    const ending = new AbortController()
    const offer = async () => {
      const { offerInAutofill } = await ceremonies()
      const { signal } = ending
      if (signal.aborted) return
      await offerInAutofill({ signal, onGiven: proof => send.current(proof), onMoved: () => setIsMoved(true) })
    }
    // Once the page has everything that it shows. Whoever sees no offer has the button.
    const waiting = setTimeout(() => void offer().catch(() => {}), 300)
    return () => {
      clearTimeout(waiting)
      ending.abort()
    }
  }, [round])

  async function logIn() {
    setIsAsking(true)
    try {
      const { askForPasskey } = await ceremonies()
      send.current(await askForPasskey())
    } catch (error) {
      const { isGivenUp } = await ceremonies().catch(() => ({ isGivenUp: () => false }))
      setRound(now => now + 1)
      if (isGivenUp(error)) return
      const { title, serverTextOr } = failed(error instanceof CallError ? error : { code: undefined })
      notify({ title, description: serverTextOr, tone: 'destructive' })
    } finally {
      setIsAsking(false)
    }
  }

  return (
    <>
      <Button
        size={44}
        icon="lock"
        busy={isAsking || isPending}
        busyLabel={t`Logging in...`}
        onClick={() => void logIn()}
      >
        <Trans>Log in with a passkey</Trans>
      </Button>
      {isMoved && (
        <p className="text-ink-2 text-sm">
          <Trans>Papadag has a new address. Passkeys from the old one don’t work here.</Trans>{' '}
          {hasMail ? (
            <Trans>Log in with your password or a code, and make a new one.</Trans>
          ) : (
            <Trans>Log in with your password, and make a new one.</Trans>
          )}
        </p>
      )}
    </>
  )
}
