import type { OutgoingKind } from '../../domain/notifications/kind.ts'

/** A notice that a user sends to one of his own devices, to see that it arrives. */
export const testNotice: OutgoingKind = {
  kind: 'test',
  setting: undefined,
  hasMail: false,
  contentOf: async (_, dues) => dues.map(() => ({ tag: 'test', path: '/profile?tab=settings&section=notifications' })),
  text: {
    title: { nl: 'Het werkt', en: 'It works', de: 'Es funktioniert', fr: 'Ça marche', es: 'Funciona' },
    body: {
      nl: 'Meldingen van Papadag komen op dit apparaat aan.',
      en: 'Notifications from Papadag arrive on this device.',
      de: 'Mitteilungen von Papadag kommen auf diesem Gerät an.',
      fr: 'Les notifications de Papadag arrivent sur cet appareil.',
      es: 'Las notificaciones de Papadag llegan a este dispositivo.',
    },
  },
}
