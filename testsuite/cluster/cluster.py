"""A Slurm cluster of one host: a controller and two nodes, in a folder of its own.

Everything stands in the folder (keys, sockets, state, logs); the host's own configuration is neither
read nor written.
"""

import os
import pathlib
import shutil
import signal
import socket
import subprocess
import time

PROGRAMS = ("munged", "slurmctld", "slurmd", "sbatch", "scontrol", "snakemake")
NODES = ("one", "two")
CONFIGURATION = """\
ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={controller}
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CredType=cred/munge
SlurmUser=root
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool-%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd-%n.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SlurmdTimeout=5
ReturnToService=2
{nodes}
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""


class Unavailable(Exception):
  """The cluster cannot be started here; the text says why."""


class Cluster:
  def __init__(self, folder):
    self.folder = folder
    self.environment = {**os.environ, "SLURM_CONF": os.path.join(folder, "slurm.conf")}
    self.daemons = {}

  def start(self):
    missing = [name for name in PROGRAMS if self._which(name) is None]
    if missing:
      raise Unavailable(f"{', '.join(missing)} not found (apt install slurm-wlm snakemake)")
    if os.geteuid() != 0:
      raise Unavailable("only root may start Slurm's daemons")
    for name in ("state", *(f"spool-{node}" for node in NODES)):
      os.mkdir(os.path.join(self.folder, name))
    self._configure()
    self._run("munged", "munged", "--foreground", "--force",
              *(f"--{name}={self.folder}/{file}" for name, file in (
                  ("key-file", "munge.key"), ("socket", "munge.socket"), ("pid-file", "munge.pid"),
                  ("log-file", "munge.log"), ("seed-file", "munge.seed"))))
    self._wait("munged", lambda: os.path.exists(f"{self.folder}/munge.socket"))
    self._run("slurmctld", "slurmctld", "-D")
    for node in NODES:
      self._run(node, "slurmd", "-D", "-N", node)
    self._wait("Slurm", lambda: self.command("sinfo", "-h", "-o", "%D %T").split() == ["2", "idle"])

  def command(self, *words):
    return subprocess.run(words, env=self.environment, capture_output=True, text=True,
                          check=False).stdout

  def node_at_work(self):
    """A node that runs a job, or none."""
    busy = self.command("squeue", "-h", "-t", "RUNNING", "-o", "%N").split()
    return busy[0] if busy else None

  def kill(self, node):
    """The node dies: its daemon, and the steps of its jobs with all their processes."""
    daemon = self.daemons.pop(node)
    daemon.kill()
    daemon.wait()
    for step in self._steps(node):
      for pid in [step, *_descendants(step)]:
        try:
          os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
          pass

  def stop(self):
    for daemon in self.daemons.values():
      daemon.terminate()
    for daemon in self.daemons.values():
      try:
        daemon.wait(10)
      except subprocess.TimeoutExpired:
        daemon.kill()
        daemon.wait()

  def _steps(self, node):
    """The processes that lead a job's step on the node have its spool folder open."""
    for entry in pathlib.Path("/proc").glob("[0-9]*"):
      try:
        if (entry / "comm").read_text().startswith("slurmstepd") and any(
            f"/spool-{node}" in os.readlink(link) for link in (entry / "fd").iterdir()):
          yield int(entry.name)
      except OSError:
        continue

  def _configure(self):
    host = socket.gethostname().split(".")[0]
    ports = _free_ports(1 + len(NODES))
    nodes = "\n".join(f"NodeName={node} NodeHostname={host} NodeAddr=127.0.0.1 Port={port} CPUs=1"
                      for node, port in zip(NODES, ports[1:]))
    with open(os.path.join(self.folder, "slurm.conf"), "w") as file:
      file.write(CONFIGURATION.format(host=host, controller=ports[0], folder=self.folder,
                                      nodes=nodes))
    key = os.open(os.path.join(self.folder, "munge.key"), os.O_WRONLY | os.O_CREAT, 0o600)
    os.write(key, os.urandom(1024))
    os.close(key)

  @staticmethod
  def _which(name):
    return shutil.which(name) or shutil.which(name, path="/usr/sbin:/sbin")

  def _run(self, name, program, *arguments):
    with open(os.path.join(self.folder, f"{name}.out"), "w") as log:
      self.daemons[name] = subprocess.Popen([self._which(program), *arguments], stdout=log,
                                            stderr=log, env=self.environment)

  def _wait(self, what, ready, seconds=60):
    end = time.monotonic() + seconds
    while not ready():
      dead = [name for name, daemon in self.daemons.items() if daemon.poll() is not None]
      if dead or time.monotonic() > end:
        logs = "".join(pathlib.Path(self.folder, f"{name}.out").read_text()[-500:] for name in dead)
        raise Unavailable(f"{what} does not start here: {logs}")
      time.sleep(0.2)


def _descendants(pid):
  try:
    text = pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text()
  except OSError:
    return []
  children = [int(word) for word in text.split()]
  return children + [pid for child in children for pid in _descendants(child)]


def _free_ports(count):
  sockets = [socket.socket() for _ in range(count)]
  try:
    for one in sockets:
      one.bind(("127.0.0.1", 0))
    return [one.getsockname()[1] for one in sockets]
  finally:
    for one in sockets:
      one.close()
