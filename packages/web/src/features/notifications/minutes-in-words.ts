import { useLingui } from '@lingui/react/macro'
import { amountIn } from '../../platform/language/formats.ts'

/** `24 hours before`. */
export function useMinutesInWords(): (minutes: number) => string {
  const { t, i18n } = useLingui()
  return minutes => {
    const time =
      minutes % 60 === 0 ? amountIn(i18n.locale, minutes / 60, 'hour') : amountIn(i18n.locale, minutes, 'minute')
    return t`${time} before`
  }
}
