import { type NotificationDefinition, pathToItsPlaydate } from '../../domain/notifications/kind.ts'

/** The creator of a playdate he is on has posted an announcement in its thread; one notification until he reads it. */
export const playdateAnnounced: NotificationDefinition<'playdate.announced'> = {
  isByCreator: true,
  outside: {
    setting: 'playdates',
    hasMail: true,
    isUrgent: true,
    isTrue: ({ isComing }) => isComing,
    path: pathToItsPlaydate,
    text: {
      title: {
        nl: 'Mededeling over je speelafspraak',
        en: 'Announcement about your playdate',
        de: 'Mitteilung zu deiner Verabredung',
        fr: 'Annonce sur ton rendez-vous',
        es: 'Aviso sobre tu quedada',
      },
      body: {
        nl: 'Er is nieuws voor iedereen die meegaat op {when}.',
        en: 'There is news for everybody who is coming on {when}.',
        de: 'Es gibt Neuigkeiten für alle, die am {when} dabei sind.',
        fr: 'Il y a du nouveau pour tous ceux qui viennent le {when}.',
        es: 'Hay novedades para todos los que van el {when}.',
      },
    },
  },
}
