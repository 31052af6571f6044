#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""far.py HOST COMMAND...: stands in for ssh. Runs COMMAND in $FAR_DIR with 50 ms of delay each way; when the file $FAR_CUT
appears, it ends as ssh does that has lost its connection; while $FAR_CUT.still is there, nothing passes."""
import os
import queue
import subprocess
import sys
import threading
import time

DELAY_S = 0.05
there = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=os.environ["FAR_DIR"])


def carry(source, sink):
    """Copies until the end, each byte DELAY_S later."""
    waiting = queue.Queue()

    def deliver():
        while True:
            due, data = waiting.get()
            time.sleep(max(0, due - time.monotonic()))
            while os.path.exists(os.environ["FAR_CUT"] + ".still"):
                time.sleep(0.01)
            try:
                if not data:
                    os.close(sink)
                    return
                while data:
                    data = data[os.write(sink, data):]
            except OSError:
                return

    writer = threading.Thread(target=deliver, daemon=True)
    writer.start()
    while True:
        data = os.read(source, 1 << 16)
        waiting.put((time.monotonic() + DELAY_S, data))
        if not data:
            writer.join()
            return


threading.Thread(target=carry, args=(0, there.stdin.fileno()), daemon=True).start()
back = threading.Thread(target=carry, args=(there.stdout.fileno(), 1), daemon=True)
back.start()
while there.poll() is None:
    if os.path.exists(os.environ["FAR_CUT"]):
        os.write(2, b"client_loop: send disconnect: Broken pipe\r\n")
        there.stdin.close()  # sshd does that for what it runs
        os._exit(255)
    time.sleep(0.01)
back.join(2)
os._exit(there.returncode if there.returncode >= 0 else 255)
