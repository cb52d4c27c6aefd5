import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { FeatureKey } from '@papadag/contract/places/places'
import type { IconName } from '@papadag/ui/pictures/icon'

/** The name and icon of each place feature. The server's search uses the same words (decision A7). */
export const featureLabels: Record<FeatureKey, { label: MessageDescriptor; icon: IconName }> = {
  kidsMenu: { label: msg`Kids’ menu`, icon: 'kidsMenu' },
  highChairs: { label: msg`High chairs`, icon: 'highChairs' },
  changingTables: { label: msg`Changing tables`, icon: 'changing' },
  playCorner: { label: msg`Play corner`, icon: 'playCorner' },
  strollerAccessible: { label: msg`Stroller accessible`, icon: 'stroller' },
  restrooms: { label: msg`Toilet`, icon: 'restrooms' },
  picnicTables: { label: msg`Picnic tables`, icon: 'picnic' },
  benches: { label: msg`Benches`, icon: 'bench' },
  sandbox: { label: msg`Sandbox`, icon: 'sandbox' },
  waterGames: { label: msg`Water games`, icon: 'water' },
}
