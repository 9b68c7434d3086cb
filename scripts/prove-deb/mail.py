"""A mail server that others wrote, with encryption and an account, and the name server that knows where it is.

mail.py CERTIFICATE KEY TAKEN   as mail.example.com, port 587; each mail that it takes becomes a line of JSON in TAKEN,
                                which exists once the server accepts connections
"""

import email
import json
import socket
import ssl
import struct
import sys

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult

NAME = b"\4mail\7example\3com\0"
HERE = "127.0.0.1"


def takes(path):
    class Handler:
        async def handle_DATA(self, server, session, envelope):
            mail = email.message_from_bytes(envelope.content)
            summary = {"subject": mail["subject"], "to": envelope.rcpt_tos, "from": envelope.mail_from}
            with open(path, "a") as taken:
                print(json.dumps({**summary, "user": session.auth_data, "tls": session.ssl is not None}), file=taken)
            return "250 taken"

    return Handler()


def authenticate(server, session, envelope, mechanism, data):
    user = data.login.decode()
    is_known = (user, data.password.decode()) == ("site@example.com", "password")
    return AuthResult(success=is_known, handled=is_known, auth_data=user)


def answer(question):
    """Of one name one address, of all others none (RFC 1035)."""
    end = question.index(b"\0", 12) + 1
    is_known = question[12:end].lower() == NAME
    is_answered = is_known and question[end : end + 2] == b"\0\1"
    head = question[:2] + struct.pack(">HHHHH", 0x8580 if is_known else 0x8583, 1, is_answered, 0, 0)
    address = b"\xc0\x0c\0\1\0\1" + struct.pack(">IH", 60, 4) + socket.inet_aton(HERE)
    return head + question[12 : end + 4] + (address if is_answered else b"")


certificate, key, taken = sys.argv[1:]
names = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
names.bind((HERE, 53))
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(certificate, key)
Controller(
    takes(taken), hostname=HERE, port=587, tls_context=context, require_starttls=True, auth_required=True,
    authenticator=authenticate,
).start()
open(taken, "w").close()
while True:
    question, sender = names.recvfrom(512)
    names.sendto(answer(question), sender)
