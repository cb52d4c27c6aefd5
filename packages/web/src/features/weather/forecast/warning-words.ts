import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { PollenPlant, WeatherWarning } from '@papadag/contract/weather/warnings'
import { listIn } from '../../../platform/language/formats.ts'

const plantWords: Readonly<Record<PollenPlant, MessageDescriptor>> = {
  alder: msg`alder`,
  birch: msg`birch`,
  grass: msg`grasses`,
  olive: msg`olive`,
  mugwort: msg`mugwort`,
  ragweed: msg`ragweed`,
}

/** What matters outdoors, in a sentence. */
export function warningIn(i18n: I18n, warning: WeatherWarning): string {
  switch (warning.kind) {
    case 'heat': {
      const { degrees } = warning
      return i18n._(msg`Hot: up to ${degrees}°C.`)
    }
    case 'uv':
      return i18n._(msg`Strong sun: bring sunscreen.`)
    case 'pollen': {
      const plants = listIn(
        i18n.locale,
        warning.plants.map(plant => i18n._(plantWords[plant])),
      )
      return i18n._(msg`A lot of pollen: ${plants}.`)
    }
  }
}

/** The same where there is room for a word or two. */
export const warningLabels: Readonly<Record<WeatherWarning['kind'], MessageDescriptor>> = {
  heat: msg`hot`,
  uv: msg`strong sun`,
  pollen: msg`a lot of pollen`,
}
