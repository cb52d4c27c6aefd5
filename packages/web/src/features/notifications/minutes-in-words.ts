import { useLingui } from '@lingui/react/macro'
import { localeOf } from '../../platform/language/locale.ts'

/** `24 hours before`. */
export function useMinutesInWords(): (minutes: number) => string {
  const { t, i18n } = useLingui()
  return minutes => {
    const [value, unit] = minutes % 60 === 0 ? [minutes / 60, 'hour'] : [minutes, 'minute']
    const time = new Intl.NumberFormat(localeOf(i18n.locale), { style: 'unit', unit, unitDisplay: 'long' }).format(
      value,
    )
    return t`${time} before`
  }
}
