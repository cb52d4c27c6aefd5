import { msg } from '@lingui/core/macro'
import { register } from '@papadag/contract/auth'
import type { CallError } from '../data/call.ts'
import { useWrite } from '../data/data.ts'
import { noConnection } from '../screen/notices.ts'
import { setFirstSteps } from './onboarding-progress.ts'
import { enter } from './session.ts'

type Options = {
  /** What the caller mends by itself. */
  isSilent?: (error: CallError) => boolean
  onDone?: () => void
}

export function useRegister({ isSilent, onDone }: Options = {}) {
  return useWrite(register, {
    done: { title: msg`Registration successful`, description: msg`Your account has been created successfully.` },
    failed: error =>
      isSilent?.(error)
        ? undefined
        : {
            title: msg`Registration failed`,
            serverTextOr: error.code === 'offline' ? noConnection : msg`Registration failed`,
          },
    onDone: user => {
      setFirstSteps({ userId: user.id, at: 'children' })
      onDone?.()
      enter(user)
    },
  })
}
