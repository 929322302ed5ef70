import { draftAllowed, errorMessages, issueMessages, seeFields } from '@kalends/core/internal'

/** The messages of errors and issues, in English: those of the core, and what only the interface adds to them. */
export const enProblems = {
  errors: errorMessages,
  issues: issueMessages,
  sentences: {
    seeFields,
    draftAllowed,
    acceptedTypes: 'Send UTF-8 with a Content-Type of {types}.',
    or: 'or',
    jsonEmpty: 'It is empty.',
    jsonUnreadable: 'It cannot be parsed.',
    jsonNotObject: 'It must be an object.',
    jsonTooDeep: 'It is nested deeper than {max} levels.',
    jsonTooLarge: 'It holds more than {max} values.',
    jsonNotWritable: 'It is nested too deeply.',
    jsonCutOff: 'The body ended early.',
    jsonNotUtf8: 'It is not UTF-8.',
  },
} as const

/** The descriptions of errors, in English. */
export const enErrors = {
  error301: 'The record has another address now, that of Location',
  error400: 'Some of the input is not valid, or the body is not JSON',
  error401: 'This needs a signed-in caller',
  error403: 'The signed-in caller may not do this',
  error404: 'There is no such record, or no such page of the list',
  error405: 'The path does not take this method',
  error409:
    'Another record has that name or slug, the venue is taken, a request with the same key is still running, or the application refused it',
  error410: 'The record is in the trash, or the token has expired',
  error412: 'The record is not the version that If-Match or the parameter version names',
  error413: 'The body is too large',
  error415: 'The body is of a type that is not read here',
  error421: 'The service does not answer to this host name',
  error422: 'The key belongs to another request',
  error428: 'The update has to name the version that it changes',
  error500: 'Something went wrong',
  error503: 'The calendar is not available at the moment',
  errorCode: 'What went wrong, as one of a closed set',
  errorMessage: 'What went wrong, for people',
  errorData: 'More about the error',
  errorStatus: 'The HTTP status',
  errorParams: 'Every invalid field, with the reason',
  errorIssues: 'Every invalid part of the input, with the code of the reason and its parameters',
  errorAllowed: 'What the caller may do instead: `draft` means to save the record as a draft',
  issuePath: 'Where it is, such as `title` or `venue[0].geo_lat`; empty for the input as a whole',
  issueCode: 'The reason, as one of a closed set',
  issueMessage: 'The reason, for people: the rest of a sentence that begins with the name of the field',
  issueParameter: 'A value that the message contains; only some codes have it',
  errorDenied: 'The nested record that was denied',
  deniedAction: 'What was to be done to it',
  deniedKind: 'The kind of the record',
} as const
