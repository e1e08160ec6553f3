# Opens a tun device in this network namespace, and runs a program that has it as an open file.
# perl open-tun.pl NAME ADDRESS PROGRAM [ARGUMENT ...]. Node has no ioctl; perl-base is part of every Debian.
use strict;
use warnings;

my ( $name, $address, @program ) = @ARGV;
# IFF_TUN | IFF_NO_PI, TUNSETIFF: linux/if_tun.h.
my ( $flags, $set ) = ( 0x1001, 0x400454ca );
$^F = 255;    # files up to this number stay open in the program
open( my $tun, '+<', '/dev/net/tun' ) or die "/dev/net/tun: $!\n";
ioctl( $tun, $set, pack( 'a16 s x22', $name, $flags ) ) or die "$name: $!\n";
system( 'ip', 'address', 'add', "$address/24", 'dev', $name ) == 0 or die "$name has no address\n";
system( 'ip', 'link', 'set', $name, 'up' ) == 0 or die "$name is not up\n";
exec @program, fileno($tun) or die "$program[0]: $!\n";
