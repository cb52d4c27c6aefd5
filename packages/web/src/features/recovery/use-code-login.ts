import { msg } from '@lingui/core/macro'
import { enterLoginCode } from '@papadag/contract/codes'
import { useWrite } from '../../platform/data/data.ts'
import { tellChosenLanguage } from '../../platform/session/choose-language.ts'
import { enter } from '../../platform/session/session.ts'

/** Logs in with a code; the guard then leads to where he wanted to go. */
export function useCodeLogin(onDone?: () => void) {
  return useWrite(enterLoginCode, {
    done: ({ firstName }) => ({ title: msg`Login successful`, description: msg`Welcome back, ${firstName}!` }),
    onDone: user => {
      enter(user)
      tellChosenLanguage()
      onDone?.()
    },
  })
}
