import { msg } from '@lingui/core/macro'
import { logIn } from '@papadag/contract/auth'
import { useWrite } from '../data/data.ts'
import { noConnection } from '../screen/notices.ts'
import { tellChosenLanguage } from './choose-language.ts'
import { enter } from './session.ts'

export function useLogIn(onDone?: () => void) {
  return useWrite(logIn, {
    done: ({ firstName }) => ({ title: msg`Login successful`, description: msg`Welcome back, ${firstName}!` }),
    failed: ({ code }) => ({
      title: msg`Login failed`,
      // A login that got no reply does not mean that the password is wrong.
      serverTextOr: code === 'offline' ? noConnection : msg`Invalid username or password`,
    }),
    onDone: user => {
      enter(user)
      tellChosenLanguage()
      onDone?.()
    },
  })
}
