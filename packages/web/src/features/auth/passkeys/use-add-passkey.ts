import { msg } from '@lingui/core/macro'
import { addPasskey } from '@papadag/contract/passkeys'
import { useState } from 'react'
import { CallError } from '../../../platform/data/call.ts'
import { useWrite } from '../../../platform/data/data.ts'
import { noConnection, notify } from '../../../platform/screen/notices.ts'

const failed = ({ code }: Pick<CallError, 'code'>) => ({
  title: msg`The passkey was not made`,
  serverTextOr: code === 'offline' ? noConnection : msg`Please try again later.`,
})

/** Makes a passkey on this device, and adds it to the account of the user. */
export function useAddPasskey() {
  const [isMaking, setIsMaking] = useState(false)
  const { mutate, isPending } = useWrite(addPasskey, {
    done: ({ name }) => ({
      title: msg`Passkey made`,
      description: msg`${name}: from now on that is enough to log in.`,
    }),
    failed,
  })

  async function make() {
    setIsMaking(true)
    try {
      const { makeOwnPasskey } = await import('./ceremonies.ts')
      mutate({ body: await makeOwnPasskey() })
    } catch (error) {
      await say(error)
    } finally {
      setIsMaking(false)
    }
  }

  return { make: () => void make(), isMaking: isMaking || isPending }
}

async function say(error: unknown) {
  if (error instanceof CallError) {
    const { title, serverTextOr } = failed(error)
    return notify({ title, description: error.sentence ?? serverTextOr, tone: 'destructive' })
  }
  // Without its code, whose absence was said when it could not be loaded.
  const { isGivenUp, isKnownHere } = await import('./ceremonies.ts')
  if (isGivenUp(error)) return undefined
  const { title, serverTextOr } = failed({ code: undefined })
  const description = isKnownHere(error) ? msg`This device already has a passkey for your account.` : serverTextOr
  return notify({ title, description, tone: 'destructive' })
}
