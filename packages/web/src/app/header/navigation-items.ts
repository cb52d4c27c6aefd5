import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { IconName } from '@papadag/ui/pictures/icon'
import { pathTo, type Section } from '../../platform/navigation/routes.ts'

type NavigationItem = {
  section: Section
  to: string
  icon: IconName
  label: MessageDescriptor
  /** For narrow places: the bottom bar, the header of a tablet. */
  short: MessageDescriptor
}

const home: NavigationItem = {
  section: 'home',
  to: pathTo('home'),
  icon: 'home',
  label: msg`Home`,
  short: msg({ message: 'Home', context: 'short' }),
}
const playdates: NavigationItem = {
  section: 'playdates',
  to: pathTo('playdates'),
  icon: 'calendar',
  label: msg({ message: 'Playdates', context: 'menu' }),
  short: msg({ message: 'Playdates', context: 'short' }),
}
const places: NavigationItem = {
  section: 'places',
  to: pathTo('places'),
  icon: 'places',
  label: msg`Places`,
  short: msg({ message: 'Places', context: 'short' }),
}
const map: NavigationItem = {
  section: 'map',
  to: pathTo('playground-map'),
  icon: 'map',
  label: msg({ message: 'Playground Map', context: 'menu' }),
  short: msg({ message: 'Map', context: 'short' }),
}
const chat: NavigationItem = {
  section: 'chat',
  to: pathTo('chat'),
  icon: 'chat',
  label: msg`Chat`,
  short: msg({ message: 'Chat', context: 'short' }),
}
const community: NavigationItem = {
  section: 'discover',
  to: pathTo('discover'),
  icon: 'people',
  label: msg`Community`,
  short: msg({ message: 'Community', context: 'short' }),
}
const discover: NavigationItem = {
  ...community,
  icon: 'discover',
  short: msg({ message: 'Discover', context: 'short' }),
}

/** For the desktop header and the mobile menu; specification 2. */
export const mainItems = [home, playdates, places, map, chat, community]
/** The bottom bar of a phone. */
export const quickItems = [home, playdates, places, map, discover, chat]
