/** The reasons for a cancellation that can be chosen with one tap. */
export const cancelReasonKinds = ['illChild', 'weather', 'work', 'other'] as const
