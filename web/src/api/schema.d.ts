// Written by scripts/api-types.mjs from the server's description of its API: `npm run types:api`.

/** An event of an account. */
export type AccountEventResponse = {
  at: string;
  /** The browser in words; empty if unknown. */
  browser: string;
  by: "owner" | "command" | null;
  event:
    | "created"
    | "removed"
    | "profile changed"
    | "password printed"
    | "password changed"
    | "sign-in ended"
    | "other sign-ins ended"
    | "second factor on"
    | "second factor off"
    | "recovery code used"
    | "recovery codes made"
    | "second factor refused"
    | "refresh token reused";
  id: number;
};
/** A page of account activity. */
export type AccountEventsResponse = {
  /** Whether there are older events. */
  more: boolean;
  /** The events, the newest first. */
  results: AccountEventResponse[];
};
/** The admin's own account. */
export type AccountResponse = UserInfo & {
  /** Whether the temporary password has expired. */
  password_due: boolean;
  /** When the temporary password expires, after which it works for the account alone; null if the admin chose the password. */
  password_due_at: string | null;
  /** The number of unused recovery codes. */
  recovery_codes_left: number;
  /** When two-factor authentication was turned on; null if it is off. */
  second_factor_at: string | null;
};
/** An action on a record. */
export type ActionForm = {
  action: "start" | "finish" | "reopen" | "spam" | "not_spam" | "assign" | "note" | "undo";
  text?: string | null;
  /** With `assign`: the username of the assignee, or null for nobody. */
  to?: string | null;
  /** The last known version of the record; only a note may omit it. */
  version?: number | null;
};
export type ApplicationForm = {
  /** Lengths are those of the text as sent. It is checked with each line end as one character and without white space and invisible characters at both ends, so a longer text may be accepted, and one with CRLF or invisible characters may be too short. */
  cover_letter: string;
  /** Its name and content are also checked. */
  cv: string;
  /** Lengths are those of the text as sent. It is checked with each line end as one character and without white space and invisible characters at both ends, so a longer text may be accepted, and one with CRLF or invisible characters may be too short. */
  email: string;
  /** Lengths are those of the text as sent. It is checked with each line end as one character and without white space and invisible characters at both ends, so a longer text may be accepted, and one with CRLF or invisible characters may be too short. */
  full_name: string;
  /** Lengths are those of the text as sent. It is checked with each line end as one character and without white space and invisible characters at both ends, so a longer text may be accepted, and one with CRLF or invisible characters may be too short. */
  job_title: string;
};
/** Application for the dashboard. */
export type ApplicationResponse = {
  cover_letter: string;
  /** Path of the file, which ends in its name. */
  cv_upload: string;
  full_name: string;
  job_title: string;
};
export type BoxCountsResponse = {
  /** Number of records, as in a list. */
  all: {
    /** Number of records, at most 10,000 with a search, an assignee or dates. */
    count: number;
    /** Whether there are more records than `count`. */
    more: boolean;
  };
  /** Number of records, as in a list. */
  done: {
    /** Number of records, at most 10,000 with a search, an assignee or dates. */
    count: number;
    /** Whether there are more records than `count`. */
    more: boolean;
  };
  /** Number of records, as in a list. */
  new: {
    /** Number of records, at most 10,000 with a search, an assignee or dates. */
    count: number;
    /** Whether there are more records than `count`. */
    more: boolean;
  };
  /** Number of records, as in a list. */
  open: {
    /** Number of records, at most 10,000 with a search, an assignee or dates. */
    count: number;
    /** Whether there are more records than `count`. */
    more: boolean;
  };
  /** Number of records, as in a list. */
  spam: {
    /** Number of records, at most 10,000 with a search, an assignee or dates. */
    count: number;
    /** Whether there are more records than `count`. */
    more: boolean;
  };
};
/** An action on several records. */
export type BulkActionForm = {
  action: "start" | "finish" | "reopen" | "spam" | "not_spam" | "assign" | "note" | "undo";
  /** The records, each once. */
  records: BulkRecord[];
  /** With `assign`: the username of the assignee, or null for nobody. */
  to?: string | null;
};
/** A record of an action on several. */
export type BulkRecord = {
  slug: string;
  /** The last known version of the record. */
  version: number;
};
/** The results of an action on several records. */
export type BulkResponse_ApplicationResponse = {
  /** In the order of the request. */
  results: BulkResult_ApplicationResponse[];
};
/** The results of an action on several records. */
export type BulkResponse_ConsultationResponse = {
  /** In the order of the request. */
  results: BulkResult_ConsultationResponse[];
};
/** Result for one record. */
export type BulkResult_ApplicationResponse = {
  /** Error message, if the action failed. */
  message?: string;
  /** The record as it is now, with 200 and with a conflict of versions. */
  record?: DetailResponse_ApplicationResponse;
  slug: string;
  /** The status that the action on this record alone would have had: 200, 404, 409 or 422. */
  status: number;
};
/** Result for one record. */
export type BulkResult_ConsultationResponse = {
  /** Error message, if the action failed. */
  message?: string;
  /** The record as it is now, with 200 and with a conflict of versions. */
  record?: DetailResponse_ConsultationResponse;
  slug: string;
  /** The status that the action on this record alone would have had: 200, 404, 409 or 422. */
  status: number;
};
/** A challenge for the second factor. */
export type ChallengeResponse = {
  /** The challenge to send with the code, within five minutes. */
  challenge: string;
};
/** An error that a page caught. */
export type ClientErrorForm = {
  /** The error's message. Quoted values, addresses and long words are removed before it is logged. */
  message: string;
  /** The path of the page. Only the name of the page is logged. */
  path?: string;
  /** The error's stack. Only file names, lines and columns of the site's own scripts are logged. */
  stack?: string;
  /** The build of the page. */
  version?: string;
};
/** The first code of a new secret. */
export type ConfirmParams = SecondFactorChangeForm & {
  /** The signed secret. */
  setup: string;
};
/** 409: the record has another version. */
export type ConflictResponse_ApplicationResponse = {
  /** Description of the last change, in one sentence. */
  message: string;
  /** The record as it is now. Missing when the key was used with other content. */
  record?: DetailResponse_ApplicationResponse;
};
/** 409: the record has another version. */
export type ConflictResponse_ConsultationResponse = {
  /** Description of the last change, in one sentence. */
  message: string;
  /** The record as it is now. Missing when the key was used with other content. */
  record?: DetailResponse_ConsultationResponse;
};
/** Consultation for the dashboard. */
export type ConsultationResponse = { full_name: string; message: string; referral: string | null };
export type ContactForm = {
  /** Lengths are those of the text as sent. It is checked with each line end as one character and without white space and invisible characters at both ends, so a longer text may be accepted, and one with CRLF or invisible characters may be too short. */
  email: string;
  /** Lengths are those of the text as sent. It is checked with each line end as one character and without white space and invisible characters at both ends, so a longer text may be accepted, and one with CRLF or invisible characters may be too short. */
  full_name: string;
  /** Lengths are those of the text as sent. It is checked with each line end as one character and without white space and invisible characters at both ends, so a longer text may be accepted, and one with CRLF or invisible characters may be too short. */
  message: string;
  /** Lengths are those of the text as sent. It is checked with each line end as one character and without white space and invisible characters at both ends, so a longer text may be accepted, and one with CRLF or invisible characters may be too short. */
  referral?: string | null;
};
/** The records from the same address, the deletion date of a record, why it was stored as spam, and what can be undone. */
export type ContextResponse = {
  /** Time of the deletion of the record, by the settings and its current state; null if it is kept forever. A record with a time in the past is deleted by one of the next sweeps. */
  delete_at: string | null;
  /** The newest first. */
  others: OtherResponse[];
  /** Empty if the record was not stored as spam. They stay after "not spam". */
  spam_reasons: SpamReasonResponse[];
  undo: UndoResponse | null;
};
/** Response to a stored form, the same for every retry. */
export type CreatedResponse = { slug: string; submitted_at: string };
/** A record with its history and its context. */
export type DetailResponse_ApplicationResponse = WorkedResponse_ApplicationResponse &
  HistoryResponse &
  ContextResponse;
/** A record with its history and its context. */
export type DetailResponse_ConsultationResponse = WorkedResponse_ConsultationResponse &
  HistoryResponse &
  ContextResponse;
/** The session to end, and the current password. */
export type EndParams = SignInEndForm & { id: string };
/** Format of all errors. */
export type ErrorResponse = {
  /** With 422: the message of every invalid field, in the order of the form. */
  errors?: Record<string, string>;
  /** Error message, one sentence. */
  message: string;
};
/** An action on a record. */
export type EventResponse = {
  action: "start" | "finish" | "reopen" | "spam" | "not_spam" | "assign" | "note" | "undo";
  at: string;
  /** The name of the account at that time; null for the server itself. */
  by: string | null;
  /** The state before; with `assign`, and with `undo` of it, the assignee before. */
  from: string | null;
  /** The note. */
  text: string | null;
  /** The state after; with `assign`, and with `undo` of it, the assignee after. */
  to: string | null;
  undone?: "start" | "finish" | "reopen" | "spam" | "not_spam" | "assign" | "note" | "undo";
};
/** Link to an export. */
export type ExportResponse = {
  /** Link that starts a download within a minute, while the session is active. It needs no token. */
  url: string;
};
/** The history of a record, 200 events at a time. */
export type HistoryResponse = {
  /** The last events, oldest first. */
  history: EventResponse[];
  /** With older events: the value of `before` that reads them. */
  history_before?: number;
};
export type InboxResponse = {
  applications: { done: number; new: number; open: number; spam: number };
  consultations: { done: number; new: number; open: number; spam: number };
  failing_tasks: string[];
  /** Failed mails. */
  mail: {
    /** The mail server's reply to the last of them. */
    answer?: string;
    /** Number of mails about records that could not be sent. */
    failed: number;
  };
  /** Records that wait for a confirmed deletion. */
  retention: {
    /** Number of records past their retention period that wait for `agency-server sweep --yes`. */
    waiting: number;
  };
  /** Failed webhooks. */
  webhooks: {
    /** The receiver's answer to the last of them. */
    answer?: string;
    /** Number of webhooks about records that could not be sent. */
    failed: number;
  };
};
/** A page of a list. */
export type ListResponse_ApplicationResponse = {
  /** Whether the index of this search or order has every record. While older ones are being indexed, a search can miss some, and an order by name can have some in another place. */
  complete: boolean;
  /** Number of records in the list, at most 10,000 for a search. */
  count: number;
  /** Whether there are more records than `count`. */
  more: boolean;
  /** The records of the page. */
  results: WorkedResponse_ApplicationResponse[];
};
/** A page of a list. */
export type ListResponse_ConsultationResponse = {
  /** Whether the index of this search or order has every record. While older ones are being indexed, a search can miss some, and an order by name can have some in another place. */
  complete: boolean;
  /** Number of records in the list, at most 10,000 for a search. */
  count: number;
  /** Whether there are more records than `count`. */
  more: boolean;
  /** The records of the page. */
  results: WorkedResponse_ConsultationResponse[];
};
export type LoginForm = {
  password: string;
  /** Lengths are those of the text as sent. It is checked with each line end as one character and without white space and invisible characters at both ends, so a longer text may be accepted, and one with CRLF or invisible characters may be too short. */
  username: string;
};
/** The response to the right password. */
export type LoginResponse = TokenResponse | ChallengeResponse;
/** Records before and after a record. */
export type NeighboursResponse = {
  /** Slug of the record after; null for the last. */
  next: string | null;
  /** Slug of the record before; null for the first. */
  previous: string | null;
};
/** Another record from the same address. */
export type OtherResponse = {
  kind: "consultations" | "applications";
  slug: string;
  submitted_at: string;
};
export type PasswordForm = {
  current_password: string;
  /** Also checked by a rule that JSON Schema cannot express. */
  new_password: string;
  /** Lengths are those of the text as sent. It is checked with each line end as one character and without white space and invisible characters at both ends, so a longer text may be accepted, and one with CRLF or invisible characters may be too short. */
  username: string;
};
/** An account that records can be assigned to. */
export type PersonResponse = {
  /** Display name. */
  name: string;
  username: string;
};
/** The URI as a QR code. */
export type QrResponse = {
  /** The dark modules as the path of an SVG. */
  path: string;
  /** The width and height in modules, without a quiet zone of four on each side. */
  side: number;
};
/** New recovery codes, which are shown only once. */
export type RecoveryCodesResponse = { recovery_codes: string[] };
/** A refresh token in a request. */
export type RefreshParams = { refresh: string };
export type SecondFactorChangeForm = {
  /** Lengths are those of the text as sent. It is checked with each line end as one character and without white space and invisible characters at both ends, so a longer text may be accepted, and one with CRLF or invisible characters may be too short. Also checked by a rule that JSON Schema cannot express. */
  code: string;
  current_password: string;
};
export type SecondFactorForm = {
  challenge: string;
  /** Lengths are those of the text as sent. It is checked with each line end as one character and without white space and invisible characters at both ends, so a longer text may be accepted, and one with CRLF or invisible characters may be too short. Also checked by a rule that JSON Schema cannot express. */
  code: string;
};
/** New recovery codes, and the tokens of a new session. */
export type SecondFactorOnResponse = TokenResponse & { recovery_codes: string[] };
/** A new secret for an app. */
export type SetupResponse = {
  qr: QrResponse;
  /** The secret in base32, in groups of four. */
  secret: string;
  /** The signed secret to send back with its first code. */
  setup: string;
  /** The secret as a URI that apps open. */
  uri: string;
};
export type SignInEndForm = { current_password: string };
/** An active session. */
export type SignInResponse = {
  /** When the session started. */
  begun_at: string;
  /** The browser in words; empty if unknown. */
  browser: string;
  /** Whether it is the session of this request. */
  current: boolean;
  /** The id to end the session with. */
  id: string;
  /** When the session was last refreshed. */
  refreshed_at: string;
};
/** The active sessions. */
export type SignInsResponse = { results: SignInResponse[] };
/** Reason for storing a record as spam. */
export type SpamReasonResponse = {
  reason: "honeypot" | "name_link" | "links" | "mixed_scripts" | "same_text";
  /** The reason in words. */
  sentence: string;
};
/** Fields of every record, and the state of the work on it. */
export type SubmissionResponse = {
  assigned_to: PersonResponse | null;
  created_at: string;
  email: string;
  id: number;
  slug: string;
  state: "new" | "open" | "done" | "spam";
  submitted_at: string;
  /** Incremented by every action. */
  version: number;
};
/** A pair of tokens. */
export type TokenResponse = { access: string; refresh: string };
/** Undo that is available to the admin who asks. */
export type UndoResponse = {
  action: "start" | "finish" | "reopen" | "spam" | "not_spam" | "assign" | "note" | "undo";
  assigned_to: PersonResponse | null;
  state: "new" | "open" | "done" | "spam";
  /** When the action can no longer be undone. */
  until: string;
};
/** The signed-in admin. */
export type UserInfo = { email: string; first_name: string; last_name: string; username: string };
/** A submission with the columns of its own table, as in a list. */
export type WorkedResponse_ApplicationResponse = ApplicationResponse & SubmissionResponse;
/** A submission with the columns of its own table, as in a list. */
export type WorkedResponse_ConsultationResponse = ConsultationResponse & SubmissionResponse;
/** The success response of each call. */
export type Answers = {
  "GET /api/account": AccountResponse;
  "GET /api/account/events": AccountEventsResponse;
  "POST /api/account/password": TokenResponse;
  "POST /api/account/second-factor": SetupResponse;
  "POST /api/account/second-factor/confirm": SecondFactorOnResponse;
  "POST /api/account/second-factor/off": undefined;
  "POST /api/account/second-factor/recovery-codes": RecoveryCodesResponse;
  "GET /api/account/sign-ins": SignInsResponse;
  "POST /api/account/sign-ins/end": undefined;
  "POST /api/account/sign-ins/end-others": TokenResponse;
  "GET /api/admins": PersonResponse[];
  "GET /api/applications": ListResponse_ApplicationResponse;
  "POST /api/applications/actions": BulkResponse_ApplicationResponse;
  "GET /api/applications/counts": BoxCountsResponse;
  "POST /api/applications/create": CreatedResponse;
  "POST /api/applications/export": ExportResponse;
  "GET /api/applications/export.csv": undefined;
  "GET /api/applications/{key}": DetailResponse_ApplicationResponse;
  "POST /api/applications/{key}/actions": DetailResponse_ApplicationResponse;
  "GET /api/applications/{key}/history": HistoryResponse;
  "GET /api/applications/{key}/neighbours": NeighboursResponse;
  "GET /api/applications/{slug}/cv/{file_name}": undefined;
  "POST /api/client-errors": undefined;
  "GET /api/consultations": ListResponse_ConsultationResponse;
  "POST /api/consultations/actions": BulkResponse_ConsultationResponse;
  "GET /api/consultations/counts": BoxCountsResponse;
  "POST /api/consultations/create": CreatedResponse;
  "POST /api/consultations/export": ExportResponse;
  "GET /api/consultations/export.csv": undefined;
  "GET /api/consultations/{key}": DetailResponse_ConsultationResponse;
  "POST /api/consultations/{key}/actions": DetailResponse_ConsultationResponse;
  "GET /api/consultations/{key}/history": HistoryResponse;
  "GET /api/consultations/{key}/neighbours": NeighboursResponse;
  "GET /api/inbox": InboxResponse;
  "POST /api/token": LoginResponse;
  "POST /api/token/refresh": TokenResponse;
  "POST /api/token/revoke": undefined;
  "POST /api/token/second-factor": TokenResponse;
  "GET /api/userinfo": UserInfo;
};
